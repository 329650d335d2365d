//! The guarantees of the audit, on both engines.

mod attacks;
mod gathering;
mod measure;
mod proofs;
mod sealing;
mod takeover;

use serde::Serialize;

use super::note::Checkpoint;
use super::{Fault, Folder, Trail, Verdict};
use crate::kernel::Kernel;
use crate::kernel::clock::SeededEntropy;
use crate::kernel::ctx::{Audited, Ctx};
use crate::kernel::db::Db;
use crate::kernel::seal::Sealer;
use crate::testing::{Engine, MASTER_KEY, TestKernel};

#[derive(Serialize)]
struct Thing {
    name: String,
}

impl Audited for Thing {
    const RESOURCE: &'static str = "things";
    fn audit_id(&self) -> &str {
        &self.name
    }
}

/// An installation, its trail, and the folder of checkpoints.
struct World {
    t: TestKernel,
    trail: Trail,
    dir: tempfile::TempDir,
}

impl World {
    async fn new(engine: Engine) -> Self {
        let (t, dir) = (engine.kernel().await, tempfile::tempdir().unwrap());
        let trail = trail(&t.kernel, &dir);
        Self { t, trail, dir }
    }

    /// An installation with so many rows, sealed.
    async fn sealed(engine: Engine, rows: usize) -> Self {
        let w = Self::new(engine).await;
        w.write(rows).await;
        assert_eq!(w.trail.seal_all().await.unwrap().rows, rows);
        w
    }

    /// Writes rows, all in one commit.
    async fn write(&self, rows: usize) {
        write(&self.t.kernel, rows).await;
    }

    async fn run(&self, sql: &'static str) -> u64 {
        let mut tx = self.t.kernel.db().begin().await.unwrap();
        let done = tx.write(sql).execute().await.unwrap();
        tx.commit().await.unwrap();
        done
    }

    async fn verdict(&self) -> Verdict {
        self.trail.verify(&[]).await.unwrap()
    }

    /// A checkpoint of the present state, as kept outside the installation.
    async fn anchor(&self) -> Checkpoint {
        self.trail.checkpoint().await.unwrap().unwrap().0
    }

    async fn rows(&self) -> Vec<(String, Option<i64>)> {
        let mut tx = self.t.kernel.db().begin_read().await.unwrap();
        tx.query("SELECT id, seq FROM audit_events ORDER BY at, id").all().await.unwrap()
    }

    /// Another node on the same database.
    async fn node(&self, seed: u64) -> (Kernel, Trail) {
        let db = Db::open(&self.t.url, 2).await.unwrap();
        let entropy = std::sync::Arc::new(SeededEntropy::new(seed));
        let sealer = Sealer::parse(MASTER_KEY).unwrap();
        let kernel = Kernel::open(db, self.t.clock.clone(), entropy, sealer).await.unwrap();
        let trail = trail(&kernel, &self.dir);
        (kernel, trail)
    }
}

fn trail(kernel: &Kernel, dir: &tempfile::TempDir) -> Trail {
    Trail::with_anchors(kernel, vec![Box::new(Folder::new(dir.path().to_owned()))], 60)
}

async fn write(kernel: &Kernel, rows: usize) {
    let mut cx = Ctx::system(kernel, "test");
    for n in 0..rows {
        cx.audit("thing.created", &Thing { name: format!("n{n}") }).unwrap();
    }
    cx.commit().await.unwrap();
}

fn whole(rows: i64) -> Verdict {
    Verdict::Whole { rows, unsealed: 0, anchors: 0 }
}

/// The number of the first wrong row, and its fault.
#[track_caller]
fn fault(verdict: &Verdict) -> (i64, Fault) {
    match verdict {
        Verdict::Broken { at, why, .. } => (*at, *why),
        other => panic!("{other:?}"),
    }
}
