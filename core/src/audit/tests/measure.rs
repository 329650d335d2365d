//! Measures the cost of audited writes on PostgreSQL, with and without a row that all writers wait for. Not part of
//! the tests: `cargo test -p cardea --lib audit::tests::measure -- --ignored --nocapture`.

use std::time::Instant;

use super::*;
use crate::kernel::audit::{AuditRow, plain_hash};
use crate::kernel::clock::Time;

/// The number of writes, shared by the callers.
const WRITES: usize = 2400;

/// Writes a row in the earlier way: behind the lock of the chain's end.
async fn chained(kernel: &Kernel, name: String) {
    let mut tx = kernel.db().begin().await.unwrap();
    consume(&mut tx, name.clone()).await;
    let (seq, prev): (i64, String) =
        tx.write("UPDATE audit_head SET seq = seq + 0 WHERE id = 1 RETURNING seq, hash").one().await.unwrap();
    let row = AuditRow { id: name.clone(), at: Time(0), record_id: name, ..AuditRow::default() };
    let hash = plain_hash(seq + 1, &row, &prev);
    tx.write(
        "INSERT INTO audit_events (id, seq, at, actor, actor_name, request_id, action, resource, record_id, outcome, \
         prev_hash, hash) VALUES ($1, $2, 0, '', '', '', '', '', $1, 'ok', $3, $4)",
    )
    .bind(row.id)
    .bind(seq + 1)
    .bind(prev)
    .bind(hash.clone())
    .execute()
    .await
    .unwrap();
    tx.write("UPDATE audit_head SET seq = $1, hash = $2 WHERE id = 1")
        .bind(seq + 1)
        .bind(hash)
        .execute()
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

/// Writes a row in the present way.
async fn apart(kernel: &Kernel, name: String) {
    let mut cx = Ctx::system(kernel, "test");
    consume(cx.db().await.unwrap(), name.clone()).await;
    cx.audit("thing.created", &Thing { name }).unwrap();
    cx.commit().await.unwrap();
}

/// Makes the write of the audited act itself.
async fn consume(tx: &mut crate::kernel::db::Tx, name: String) {
    let sql = "INSERT INTO consumed (purpose, key_hash, expires_at) VALUES ('test', $1, 0)";
    tx.write(sql).bind(name).execute().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures"]
#[expect(clippy::disallowed_methods, reason = "it measures")]
async fn writers() {
    for sealed_apart in [false, true] {
        for callers in [4, 16, 32] {
            let t = Engine::Postgres.kernel().await;
            let db = Db::open(&t.url, 40).await.unwrap();
            let entropy = std::sync::Arc::new(SeededEntropy::new(9));
            let kernel = Kernel::open(db, t.clock.clone(), entropy, Sealer::parse(MASTER_KEY).unwrap()).await.unwrap();
            let sealing = trail(&kernel, &tempfile::tempdir().unwrap());
            let begun = Instant::now();
            let all = (0..callers).map(|caller| {
                let kernel = kernel.clone();
                tokio::spawn(async move {
                    for n in 0..WRITES / callers {
                        let name = format!("{caller}-{n}");
                        if sealed_apart { apart(&kernel, name).await } else { chained(&kernel, name).await }
                    }
                })
            });
            let sealer = async {
                // As a server does beside its writers.
                loop {
                    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
                    if sealed_apart {
                        sealing.seal_due().await.unwrap();
                    }
                }
            };
            tokio::select! {
                _ = futures::future::join_all(all.collect::<Vec<_>>()) => {}
                () = sealer => {}
            }
            let writing = begun.elapsed();
            let written = Instant::now();
            sealing.seal_all().await.unwrap();
            let rest = written.elapsed();
            let rate = WRITES as u128 * 1000 / writing.as_millis();
            println!("sealed apart: {sealed_apart}, {callers} callers: {rate} writes/s, the rest sealed in {rest:?}");
            kernel.db().close().await;
        }
    }
}
