//! Plugins as vendors build them, in several languages: EDC in Rust, and the panel of a consent system in JavaScript,
//! on two engines, and in Python.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use cardea_host::model::{Cell, Grant, Projection};
use cardea_host::{HostSettings, Phase, PluginHost, PublicKey, Target, Trust, TrustedKeys};

use super::{context, host};
use crate::Result;
use crate::load::now;
use crate::times::Times;

/// The plugins: a title, and the bundle by its path from the root.
const PLUGINS: [(&str, &str); 4] = [
    ("EDC, in Rust", "plugins/dist/edc.cardea"),
    ("consent, in JavaScript on QuickJS", "target/guests/foreign/javascript-small.cardea"),
    ("consent, in JavaScript on SpiderMonkey", "target/guests/foreign/javascript.cardea"),
    ("consent, in Python", "target/guests/foreign/python.cardea"),
];

/// What was measured of a plugin.
#[derive(Debug)]
pub struct Measured {
    title: &'static str,
    component: usize,
    packed: usize,
    /// From the bundle to a plugin that can be called, compiling it.
    compiled: Duration,
    /// The same where the compiled code was kept.
    kept: Duration,
    describe: Times,
    claims: Times,
    /// The most memory of one call, in bytes.
    memory: usize,
}

/// Measures every plugin, with `calls` calls of each kind.
pub async fn run(root: &Path, calls: usize) -> Result<Vec<Measured>> {
    let key = std::fs::read_to_string(root.join("plugins/dist/publisher.pub"))?;
    let keys = TrustedKeys::from_iter([key.trim().parse::<PublicKey>()?]);
    let mut all = Vec::new();
    for (title, path) in PLUGINS {
        let bundle = std::fs::read(root.join(path)).map_err(|error| format!("{path}: {error}"))?;
        all.push(measure(title, &bundle, &keys, calls).await?);
    }
    Ok(all)
}

async fn measure(title: &'static str, bundle: &[u8], keys: &TrustedKeys, calls: usize) -> Result<Measured> {
    let folder = tempfile::tempdir()?;
    let settings = || HostSettings { cache_dir: Some(folder.path().join("compiled")), ..HostSettings::default() };
    let (_, compiled) = start(settings(), bundle, keys).await?;
    let (host, kept) = start(settings(), bundle, keys).await?;
    let target = Target::Slot("slot");
    let picks = |column: &str| (column.to_owned(), Cell::Picks(vec!["one".into(), "two".into()]));
    let chosen = BTreeMap::from(["project", "sites", "languages", "roles", "moduleRoles"].map(picks));
    let grants = vec![Grant { tab: None, cells: chosen }];
    let (mut describe, mut claims) = (Times::default(), Times::default());
    for _ in 0..calls {
        let begin = now();
        host.describe(target, context("study")).await?;
        describe.add(now() - begin);
        let projection = Projection { grants: grants.clone(), ..Projection::default() };
        let begin = now();
        host.project(target, context("study"), projection).await?;
        claims.add(now() - begin);
    }
    let used = host.metrics();
    let memory = used.iter().filter(|((_, phase), _)| matches!(phase, Phase::Describe | Phase::Claims));
    Ok(Measured {
        title,
        component: cardea_bundle::open(bundle, keys)?.component.len(),
        packed: bundle.len(),
        compiled,
        kept,
        describe,
        claims,
        memory: memory.map(|(_, stats)| stats.memory_peak).max().unwrap_or_default(),
    })
}

/// A host that serves the plugin, and how long loading it took.
async fn start(settings: HostSettings, bundle: &[u8], keys: &TrustedKeys) -> Result<(PluginHost, Duration)> {
    let host = host(settings)?;
    let begin = now();
    let loaded = host.load(bundle.to_vec(), Trust { keys: keys.clone(), ..Trust::default() }).await?;
    let time = now() - begin;
    host.activate("slot", &loaded);
    Ok((host, time))
}

#[expect(clippy::cast_precision_loss, reason = "for people")]
fn megabytes(octets: usize) -> f64 {
    octets as f64 / 1e6
}

/// The table.
#[must_use]
pub fn markdown(measured: &[Measured]) -> String {
    let mut page = "| Plugin | Component MB | Packed MB | Compiled s | From the cache ms | describe p50 ms | p95 ms \
                    | claims p50 ms | p95 ms | Memory MB |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n"
        .to_owned();
    for plugin in measured {
        let _ = writeln!(
            page,
            "| {} | {:.1} | {:.1} | {:.1} | {:.0} | {:.2} | {:.2} | {:.2} | {:.2} | {:.1} |",
            plugin.title,
            megabytes(plugin.component),
            megabytes(plugin.packed),
            plugin.compiled.as_secs_f64(),
            plugin.kept.as_secs_f64() * 1000.0,
            plugin.describe.millis(0.5),
            plugin.describe.millis(0.95),
            plugin.claims.millis(0.5),
            plugin.claims.millis(0.95),
            megabytes(plugin.memory),
        );
    }
    page
}
