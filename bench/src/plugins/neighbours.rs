//! Sign-ins by password at the server while sixteen plugins loop, on the same processors, for as long as it is measured.
//!
//! The plugins run in a host of this process, so that nothing stops them; the server's own host would after the budget
//! of a call. It is the same code with the same threads.

use std::fmt::Write as _;
use std::time::Duration;

use cardea_guests::{Guest, LOOP};
use cardea_host::model::Query;
use cardea_host::{Budget, HostSettings, PluginHost, Target, Trust};
use tokio::task::JoinHandle;

use super::{context, guests, host, judged};
use crate::Result;
use crate::party::{Party, SignIn};
use crate::times::{Times, again};

/// How much longer 95 of 100 sign-ins may take.
pub const GOAL: f64 = 1.5;
const LOOPING: [&str; 16] = [
    "loop-a", "loop-b", "loop-c", "loop-d", "loop-e", "loop-f", "loop-g", "loop-h", "loop-i", "loop-j", "loop-k",
    "loop-l", "loop-m", "loop-n", "loop-o", "loop-p",
];

/// What was measured.
#[derive(Debug)]
pub struct Measured {
    /// While no plugin is called.
    pub alone: Times,
    /// While all of them loop.
    pub beside: Times,
    /// Seconds that each was measured.
    pub seconds: f64,
}

impl Measured {
    /// How many times longer 95 of 100 sign-ins take.
    #[must_use]
    pub fn factor(&self) -> f64 {
        self.beside.within(0.95) / self.alone.within(0.95)
    }
}

/// Signs in for some seconds without and with the loops, in `connections` at once.
pub async fn run(party: &Party, account: &SignIn, seconds: f64, connections: usize) -> Result<Measured> {
    sign_in(party, account, seconds / 4.0, connections).await?;
    let alone = sign_in(party, account, seconds, connections).await?;
    let (host, loops) = start().await?;
    let beside = sign_in(party, account, seconds, connections).await?;
    let still = host.running();
    loops.iter().for_each(JoinHandle::abort);
    if still != LOOPING.len() {
        return Err(format!("only {still} of the plugins looped to the end").into());
    }
    Ok(Measured { alone, beside, seconds })
}

/// Sixteen plugins, each in a call that does not end.
async fn start() -> Result<(PluginHost, Vec<JoinHandle<()>>)> {
    let mut settings = HostSettings::default();
    settings.budgets.options = Budget { cpu_ticks: u32::MAX, wall: Duration::from_hours(1) };
    let host = host(settings)?;
    let mut loops = Vec::new();
    for slot in LOOPING {
        let guest = Guest { options: LOOP.to_owned(), ..Guest::good(slot) };
        let loaded = host.load(guest.bundle(), Trust { keys: guests(), ..Trust::default() }).await?;
        host.activate(slot, &loaded);
        let host = host.clone();
        loops.push(tokio::spawn(async move {
            drop(host.options(Target::Slot(slot), context(slot), Query::default()).await);
        }));
    }
    while host.running() < LOOPING.len() {
        tokio::task::yield_now().await;
    }
    Ok((host, loops))
}

async fn sign_in(party: &Party, account: &SignIn, seconds: f64, connections: usize) -> Result<Times> {
    again(connections, seconds, || async { party.clone().sign_in(account).await }).await
}

/// The table.
#[must_use]
pub fn markdown(measured: &Measured) -> String {
    let mut page = "| Sign-ins | Each second | p50 ms | p95 ms | p99 ms | |\n|---|--:|--:|--:|--:|---|\n".to_owned();
    let met = judged(measured.factor() <= GOAL);
    for (title, times, met) in [("alone", &measured.alone, ""), ("while sixteen plugins loop", &measured.beside, met)] {
        let rate = times.rate(measured.seconds);
        let (half, most, nearly_all) = (times.millis(0.5), times.millis(0.95), times.millis(0.99));
        let _ = writeln!(page, "| {title} | {rate:.0} | {half:.1} | {most:.1} | {nearly_all:.1} | {met} |");
    }
    page
}
