//! A person's sign-in at a client that pushes its request (RFC 9126), authenticates with its key and binds its tokens to it
//! (RFC 9449): three requests, of which the client signs two.

use std::fmt::Write as _;

use serde::Deserialize;

use super::each;
use crate::Result;
use crate::cpu::Meter;
use crate::load;
use crate::party::{Party, Pkce, strange};
use crate::registrations::REDIRECT_URI;
use crate::signer::Signer;
use crate::systems::Running;
use crate::times::again;

#[derive(Deserialize)]
struct Pushed {
    request_uri: String,
}

#[derive(Deserialize)]
struct Bound {
    token_type: String,
}

/// One whole sign-in.
pub async fn sign_in(party: &Party, signer: &Signer) -> Result<()> {
    let pkce = Pkce::new()?;
    let mut connection = party.connect().await?;
    let request = [
        ("response_type", "code"),
        ("redirect_uri", REDIRECT_URI),
        ("scope", "openid"),
        ("code_challenge", pkce.challenge.as_str()),
        ("code_challenge_method", "S256"),
    ];
    let answer = connection.call(&party.signed(false, signer, &request)?).await?;
    if answer.status != 201 {
        return Err(strange("a pushed request", answer).into());
    }
    let pushed: Pushed = serde_json::from_slice(answer.body)?;
    let path = party.authorize_pushed_path(&signer.client_id, &pushed.request_uri)?;
    let code = load::code(connection.call(&party.get(&path)).await?)?;
    let fields = [
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("redirect_uri", REDIRECT_URI),
        ("code_verifier", pkce.verifier.as_str()),
    ];
    let answer = connection.call(&party.signed(true, signer, &fields)?).await?;
    if answer.status != 200 {
        return Err(strange("an exchange", answer).into());
    }
    let bound: Bound = serde_json::from_slice(answer.body)?;
    if bound.token_type == "DPoP" { Ok(()) } else { Err(format!("a {} token", bound.token_type).into()) }
}

/// The table.
pub async fn run(meter: Meter, running: &Running, party: &Party, signer: &Signer, seconds: f64) -> Result<String> {
    let mut page = "| PAR, `private_key_jwt` and DPoP | µs of the server's processors | a second | p50 ms | p99 ms |\n\
                    |---|--:|--:|--:|--:|\n"
        .to_owned();
    again(4, seconds / 4.0, || sign_in(party, signer)).await?;
    for callers in [1, 16] {
        let before = meter.read(running.pid)?;
        let times = again(callers, seconds, || sign_in(party, signer)).await?;
        let each = each(meter.read(running.pid)? - before, &times);
        let (rate, half, most) = (times.rate(seconds), times.millis(0.5), times.millis(0.99));
        let _ = writeln!(page, "| {callers} at once | {each:.0} | {rate:.0} | {half:.1} | {most:.1} |");
    }
    Ok(page)
}
