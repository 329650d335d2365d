//! The host's own part of a call: permits, a store, a fresh instance, the way into the guest and back. The guest does
//! nothing: it answers that a selection has no issues.

use std::fmt::Write as _;

use cardea_guests::Guest;
use cardea_host::{HostError, HostSettings, Target, Trust};

use super::{context, guests, host, judged};
use crate::Result;
use crate::load::now;
use crate::times::Times;

/// Microseconds within which half of the calls are over.
pub const GOAL_MICROS: f64 = 50.0;
/// How many plugins there are.
pub const PLUGINS: [usize; 3] = [0, 1, 4];
const SLOTS: [&str; 4] = ["one", "two", "three", "four"];
/// Calls before the measured ones.
const WARM_UP: usize = 1_000;

/// The times of `calls` calls, one after the other, to each of the plugins in turn.
pub async fn run(plugins: usize, calls: usize) -> Result<Times> {
    let host = host(HostSettings::default())?;
    for slot in SLOTS.into_iter().take(plugins) {
        let trust = Trust { keys: guests(), ..Trust::default() };
        let loaded = host.load(Guest::good(slot).bundle(), trust).await?;
        host.activate(slot, &loaded);
    }
    let mut times = Times::default();
    for n in 0..WARM_UP + calls {
        let slot = SLOTS.get(n % plugins.max(1)).copied().unwrap_or_default();
        let context = context("study");
        let begin = now();
        let answered = host.validate(Target::Slot(slot), context, Vec::new()).await;
        let time = now() - begin;
        match answered {
            Ok(_) if plugins > 0 => {}
            Err(HostError::NotActive(_)) if plugins == 0 => {}
            other => return Err(format!("a call of {slot} came to {other:?}").into()),
        }
        if n >= WARM_UP {
            times.add(time);
        }
    }
    Ok(times)
}

/// The table.
#[must_use]
pub fn markdown(measured: &[(usize, Times)]) -> String {
    let mut page = "| Plugins | Calls | p50 µs | p95 µs | p99 µs | |\n|--:|--:|--:|--:|--:|---|\n".to_owned();
    for (plugins, times) in measured {
        let (half, most, nearly_all) = (times.within(0.5), times.within(0.95), times.within(0.99));
        let met = judged(half <= GOAL_MICROS);
        let _ = writeln!(page, "| {plugins} | {} | {half:.1} | {most:.1} | {nearly_all:.1} | {met} |", times.count());
    }
    page
}
