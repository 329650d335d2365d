//! Sign-ins by password beside their hash alone, and tokens while sign-ins take every place for hashing.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::time::Duration;

use argon2::{Algorithm, Argon2, Params, Version};
use cardea::config::Config;

use super::{each, tokens};
use crate::Result;
use crate::cpu::Meter;
use crate::party::{Party, SignIn};
use crate::systems::{Cardea, Running, account};
use crate::times::{Times, again};

/// Milliseconds within which 99 of 100 tokens come, whatever sign-ins do.
const GOAL_MS: f64 = 10.0;
/// Sign-ins that wait for a place, where all are taken.
const WAITING: usize = 16;

/// Makes the people who sign in, as an operator does. Each waits for a place alone: what one person tries is checked one
/// after the other.
pub async fn people(cardea: &Cardea) -> Result<Vec<SignIn>> {
    let mut all = Vec::new();
    for number in 0..WAITING {
        let person = account(&format!("some.body.{number}"))?;
        cardea.create(&person, &format!("some.body.{number}@example.org")).await?;
        all.push(person);
    }
    Ok(all)
}

/// The table, and whether the goal is met.
pub async fn run(
    meter: Meter,
    running: &Running,
    party: &Party,
    people: &[SignIn],
    time: f64,
) -> Result<(String, bool)> {
    let turns = RefCell::new(people.iter().cycle());
    let sign_in = || async {
        let person = turns.borrow_mut().next().ok_or("nobody signs in")?;
        party.clone().sign_in(person).await
    };
    again(1, time / 4.0, sign_in).await?;
    let before = meter.read(running.pid)?;
    let alone = again(1, time, sign_in).await?;
    let each = each(meter.read(running.pid)? - before, &alone);
    let hash = hash(meter, time / 2.0)?;

    let quiet = tokens(party, 4, time).await?;
    let (sign_ins, beside) = futures::future::try_join(again(WAITING, time, sign_in), tokens(party, 4, time)).await?;
    let met = beside.millis(0.99) <= GOAL_MS;
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

fn row(times: &Times, seconds: f64) -> String {
    format!(" {:.0} | {:.1} | {:.1} |", times.rate(seconds), times.millis(0.5), times.millis(0.99))
}

/// Microseconds of processor time that one hash takes by the built-in settings.
fn hash(meter: Meter, seconds: f64) -> Result<f64> {
    let settings = Config::default().sign_in;
    let failed = |error: argon2::Error| error.to_string();
    let params = Params::new(settings.hash_memory_kib, settings.hash_passes, 1, None).map_err(failed)?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let (own, end) = (std::process::id(), crate::load::now() + Duration::try_from_secs_f64(seconds)?);
    let (before, mut hashes, mut out) = (meter.read(own)?, 0_u32, [0; 32]);
    while crate::load::now() < end {
        argon2.hash_password_into(b"Aa1password", b"sixteen octets..", &mut out).map_err(failed)?;
        hashes += 1;
    }
    Ok((meter.read(own)? - before) * 1e6 / f64::from(hashes))
}
