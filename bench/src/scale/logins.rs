//! Sign-ins by password beside their hash alone, and tokens while sign-ins take every place for hashing.

use std::fmt::Write as _;
use std::time::Duration;

use argon2::{Algorithm, Argon2, Params, Version};
use cardea::config::Config;

use super::{again, count, within};
use crate::Result;
use crate::cpu::Meter;
use crate::party::{Party, SignIn};
use crate::systems::Running;

/// Milliseconds within which 99 of 100 tokens come, whatever sign-ins do.
const GOAL_MS: f64 = 10.0;
/// Sign-ins that wait for a place, where all are taken.
const WAITING: usize = 16;

/// The table, and whether the goal is met.
pub async fn run(meter: Meter, running: &Running, party: &Party, person: &SignIn, time: f64) -> Result<(String, bool)> {
    let sign_in = || async { party.clone().sign_in(person).await };
    again(1, time / 4.0, sign_in).await?;
    let before = meter.read(running.pid)?;
    let alone = again(1, time, sign_in).await?;
    let each = (meter.read(running.pid)? - before) * 1e6 / count(alone.len());
    let hash = hash(meter, time / 2.0)?;

    let tokens = party.token_form("service-es256")?.with(&[("grant_type", "client_credentials")]);
    let token = || async {
        let mut connection = party.connect().await?;
        let answer = connection.call(&tokens).await?;
        if answer.status == 200 { Ok(()) } else { Err(crate::party::strange("a token", answer).into()) }
    };
    let quiet = again(4, time, token).await?;
    let (sign_ins, beside) = futures::future::try_join(again(WAITING, time, sign_in), again(4, time, token)).await?;
    let met = within(&beside, 99) <= GOAL_MS;
    let mut page = "| Sign-in by password | µs of the server's processors | a second | p50 ms | p99 ms |\n\
                    |---|--:|--:|--:|--:|\n"
        .to_owned();
    let _ = writeln!(page, "| its hash alone (argon2id, 19 MiB, two passes) | {hash:.0} | | | |");
    let _ = writeln!(page, "| one after the other | {each:.0} |{}", row(&alone, time));
    let _ = writeln!(page, "| {WAITING} at once | |{}", row(&sign_ins, time));
    page.push_str(
        "\n| Token by client credentials, 4 at once | a second | p50 ms | p99 ms | |\n|---|--:|--:|--:|---|\n",
    );
    let _ = writeln!(page, "| alone |{} |", row(&quiet, time));
    let said = if met { "met" } else { "**missed**" };
    let _ = writeln!(page, "| while {WAITING} sign in by password |{} {said} |", row(&beside, time));
    Ok((page, met))
}

fn row(times: &[Duration], seconds: f64) -> String {
    format!(" {:.0} | {:.1} | {:.1} |", count(times.len()) / seconds, within(times, 50), within(times, 99))
}

/// Microseconds of processor time that one hash takes by the built-in settings.
fn hash(meter: Meter, seconds: f64) -> Result<f64> {
    let settings = Config::default().sign_in;
    let failed = |error: argon2::Error| error.to_string();
    let params = Params::new(settings.hash_memory_kib, settings.hash_passes, 1, None).map_err(failed)?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let (own, end) = (std::process::id(), crate::load::now() + Duration::try_from_secs_f64(seconds)?);
    let (before, mut hashes, mut out) = (meter.read(own)?, 0, [0; 32]);
    while crate::load::now() < end {
        argon2.hash_password_into(b"Aa1password", b"sixteen octets..", &mut out).map_err(failed)?;
        hashes += 1;
    }
    Ok((meter.read(own)? - before) * 1e6 / count(hashes))
}
