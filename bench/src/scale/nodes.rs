//! One, two and four nodes on one PostgreSQL that is a network away, each with callers of its own.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use crate::Result;
use crate::cpu::Meter;
use crate::load::Load;
use crate::operation::Operation;
use crate::party::{Party, SignIn};
use crate::registrations::Registration;
use crate::scenario::Scenario;
use crate::systems::{Cardea, Running};

/// How often as much two nodes do as one.
const GOAL: f64 = 1.7;
/// Callers of each node.
const CALLERS: usize = 4;
const NODES: &[usize] = &[1, 2, 4];

struct Node {
    running: Running,
    party: Party,
}

/// Starts nodes that share their data's key, as they do in a deployment.
async fn start(like: &Cardea, url: &str, clients: &[Registration], person: &SignIn) -> Result<Vec<Node>> {
    let mut nodes = Vec::new();
    for number in 0..NODES.iter().copied().max().unwrap_or_default() {
        let folder = like.folder.join(format!("node-{number}"));
        copy(&like.folder.join("cardea"), &folder.join("cardea"))?;
        let node = Cardea { program: like.program.clone(), folder, database: Some(url.to_owned()) };
        let running = node.serve().await?;
        let mut party = Party::open(&running.issuer, clients.to_vec()).await?;
        party.sign_in(person).await?;
        nodes.push(Node { running, party });
    }
    for node in &nodes {
        node.running.at_rest().await?;
    }
    Ok(nodes)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

const OPERATIONS: &[Operation] = &[Operation::SignIn, Operation::Of(Scenario::Refresh)];

/// Operations a second, and microseconds of the nodes' processors for each.
async fn measure(meter: Meter, nodes: &[Node], operation: Operation, time: Duration) -> Result<(f64, f64)> {
    let spent = || nodes.iter().map(|node| meter.read(node.running.pid)).sum::<Result<f64>>();
    let mut loads = Vec::new();
    for node in nodes {
        loads.push(Load::open(node.party.address(), operation.feeds(&node.party, CALLERS).await?).await?);
    }
    let before = spent()?;
    let outcomes = futures::future::try_join_all(loads.into_iter().map(|load| load.run(time))).await?;
    let spent = spent()? - before;
    let (mut rate, mut done) = (0.0, 0.0);
    for outcome in outcomes {
        let of_node = f64::from(u32::try_from(outcome.latencies.len())?) / operation.requests();
        rate += of_node / outcome.elapsed.as_secs_f64();
        done += of_node;
    }
    Ok((rate, spent * 1e6 / done))
}

/// The table, and whether two nodes do as much as they should.
pub async fn run(
    meter: Meter,
    like: &Cardea,
    url: &str,
    (clients, person): (&[Registration], &SignIn),
    seconds: f64,
) -> Result<(String, bool)> {
    let time = Duration::try_from_secs_f64(seconds)?;
    let nodes = start(like, url, clients, person).await?;
    let mut page = "| Nodes |".to_owned();
    for number in NODES {
        let _ = write!(page, " {number}: a second | µs each |");
    }
    let _ = writeln!(page, " two do | |\n|---|{}--:|---|", "--:|--:|".repeat(NODES.len()));
    let mut all_met = true;
    for &operation in OPERATIONS {
        let _ = write!(page, "| {} |", operation.title());
        let mut rates = Vec::new();
        for &number in NODES {
            let some = nodes.get(..number).ok_or("too few nodes")?;
            measure(meter, some, operation, time / 4).await?;
            let (rate, each) = measure(meter, some, operation, time).await?;
            let _ = write!(page, " {rate:.0} | {each:.0} |");
            rates.push(rate);
        }
        let factor = rates.get(1).zip(rates.first()).map_or(0.0, |(two, one)| two / one);
        let met = factor >= GOAL;
        all_met &= met;
        let _ = writeln!(page, " {factor:.2} × | {} |", if met { "met" } else { "**missed**" });
    }
    Ok((page, all_met))
}
