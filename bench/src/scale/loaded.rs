//! What plugins that are loaded cost whoever does not call them: tokens and memory with the four that the server ships, then
//! with none, then with one.

use std::fmt::Write as _;
use std::time::Duration;

use cardea_guests::Guest;
use serde::Deserialize;

use super::{each, tokens};
use crate::Result;
use crate::cpu::Meter;
use crate::party::Party;
use crate::systems::{Cardea, Running};

/// Longer than a server takes to see that a plugin was withdrawn.
const FOLLOWED: Duration = Duration::from_secs(4);

#[derive(Deserialize)]
struct Loaded {
    publisher: String,
}

/// The table.
pub async fn run(meter: Meter, cardea: &Cardea, running: &Running, party: &Party, seconds: f64) -> Result<String> {
    let mut page =
        "| Plugins loaded | µs of the server's processors a token | p99 ms | resident MiB |\n|--:|--:|--:|--:|\n"
            .to_owned();
    let _ = writeln!(page, "{}", measure(meter, running, party, loaded(cardea).await?.len(), seconds).await?);
    while let Some(one) = loaded(cardea).await?.first() {
        cardea.run(&["plugin", "revoke", &one.publisher], "").await?;
    }
    tokio::time::sleep(FOLLOWED).await;
    let _ = writeln!(page, "{}", measure(meter, running, party, 0, seconds).await?);
    let (key, bundle) = (cardea.folder.join("publisher.pub"), cardea.folder.join("one.cardea"));
    std::fs::write(&key, cardea_guests::key().public_key().to_string())?;
    std::fs::write(&bundle, Guest::good("one").bundle())?;
    let text = |path: &std::path::Path| path.to_str().map(ToOwned::to_owned).ok_or("a path that is not text");
    cardea.run(&["plugin", "enrol", "--name", "One", "--web-code", "020", &text(&key)?], "").await?;
    cardea.run(&["plugin", "install", "--change-publisher", &text(&bundle)?], "").await?;
    tokio::time::sleep(FOLLOWED).await;
    let _ = writeln!(page, "{}", measure(meter, running, party, loaded(cardea).await?.len(), seconds).await?);
    Ok(page)
}

async fn loaded(cardea: &Cardea) -> Result<Vec<Loaded>> {
    Ok(serde_json::from_str(&cardea.run(&["plugin", "list"], "").await?)?)
}

async fn measure(meter: Meter, running: &Running, party: &Party, plugins: usize, seconds: f64) -> Result<String> {
    tokens(party, 4, seconds / 4.0).await?;
    let before = meter.read(running.pid)?;
    let times = tokens(party, 4, seconds).await?;
    let each = each(meter.read(running.pid)? - before, &times);
    let resident = resident(running.pid)?;
    Ok(format!("| {plugins} | {each:.0} | {:.1} | {resident:.0} |", times.millis(0.99)))
}

/// Memory of a process that is resident, in MiB: proc_pid_status(5).
fn resident(pid: u32) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no resident memory")?;
    let kib: u32 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(f64::from(kib) / 1024.0)
}
