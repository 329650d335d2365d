//! Databases from before rows were sealed separately.

use super::*;
use crate::audit::verify_export;
use crate::both;
use crate::kernel::audit::{AuditRow, plain_hash};
use crate::kernel::clock::Time;

/// Rows in the earlier form, with their chain of plain hashes, as the migration leaves them.
async fn old_rows(w: &World, count: i64) {
    let mut tx = w.t.kernel.db().begin().await.unwrap();
    let mut prev = String::new();
    for seq in 1..=count {
        let row = AuditRow {
            id: format!("old-{seq:017}"),
            at: Time(seq),
            actor: "system:test".into(),
            actor_name: "test".into(),
            request_id: "r".into(),
            action: "thing.created".into(),
            resource: "things".into(),
            record_id: format!("o{seq}"),
            outcome: "ok".into(),
            after: Some("{}".into()),
            ..AuditRow::default()
        };
        let hash = plain_hash(seq, &row, &prev);
        tx.write(
            "INSERT INTO audit_events (id, seq, at, actor, actor_name, request_id, action, resource, record_id, after, \
             outcome, prev_hash, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        )
        .bind(row.id)
        .bind(seq)
        .bind(row.at)
        .bind(row.actor)
        .bind(row.actor_name)
        .bind(row.request_id)
        .bind(row.action)
        .bind(row.resource)
        .bind(row.record_id)
        .bind(row.after)
        .bind(row.outcome)
        .bind(prev)
        .bind(hash.clone())
        .execute()
        .await
        .unwrap();
        prev = hash;
    }
    tx.write("UPDATE audit_head SET seq = $1, hash = $2 WHERE id = 1").bind(count).bind(prev).execute().await.unwrap();
    tx.commit().await.unwrap();
}

both! {
    async fn an_existing_chain_is_taken_over(engine) {
        let w = World::new(engine).await;
        old_rows(&w, 12).await;
        assert_eq!(w.verdict().await, whole(12), "before the first row is sealed");
        w.write(5).await;
        assert_eq!(w.trail.seal_all().await.unwrap().rows, 5);
        assert_eq!(w.verdict().await, whole(17));
        let (_kernel, fresh) = w.node(8).await;
        assert_eq!(fresh.verify(&[w.anchor().await]).await.unwrap(), Verdict::Whole { rows: 17, unsealed: 0, anchors: 1 });
        // The tree begins with the end of their chain.
        let key = w.trail.signer().await.unwrap().verifier().clone();
        for (first, last, rows) in [(1, None, 17), (1, Some(12), 12), (5, Some(14), 10), (13, None, 5)] {
            let mut out = Vec::new();
            w.trail.export(first, last, &mut out).await.unwrap();
            assert_eq!(verify_export(out.as_slice(), &key).unwrap().rows, rows);
            if first <= 12 {
                let forged = String::from_utf8(out).unwrap().replacen("\"recordId\":\"o7\"", "\"recordId\":\"x7\"", 1);
                assert!(verify_export(forged.as_bytes(), &key).is_err());
            }
        }
        assert!(w.trail.export(3, Some(11), &mut Vec::new()).await.is_err(), "a range among them goes on to their end");
        assert!(w.trail.receipt("old-00000000000000003").await.is_err());
        assert_eq!(w.trail.receipt(&w.rows().await[13].0).await.unwrap().verify(&key).unwrap().size, 6);
    }
}

both! {
    async fn what_was_taken_over_is_verified_as_it_was_and_cannot_be_written_anew(engine) {
        for (sql, expected) in [
            ("UPDATE audit_events SET actor_name = 'x' WHERE seq = 3", (3, Fault::Changed)),
            ("DELETE FROM audit_events WHERE seq = 3", (3, Fault::Missing)),
            ("DELETE FROM audit_events WHERE seq = 12", (12, Fault::Missing)),
            ("UPDATE audit_events SET prev_hash = '' WHERE seq = 3", (3, Fault::Moved)),
        ] {
            let w = World::new(engine).await;
            old_rows(&w, 12).await;
            w.write(2).await;
            w.trail.seal_all().await.unwrap();
            assert_eq!(w.run(sql).await, 1);
            assert_eq!(fault(&w.verdict().await), expected, "{sql}");
        }
        // Rewritten with fitting plain hashes, which need no key: the tree's base has another end.
        let w = World::new(engine).await;
        old_rows(&w, 12).await;
        w.write(2).await;
        w.trail.seal_all().await.unwrap();
        w.run("DELETE FROM audit_events WHERE mac IS NULL").await;
        old_rows(&w, 11).await;
        assert_eq!(fault(&w.verdict().await), (12, Fault::Missing));
    }
}

both! {
    /// The migration itself, over rows from before the tree.
    async fn the_migration_keeps_rows_of_before(engine) {
        let dir = tempfile::tempdir().unwrap();
        let url = engine.empty(dir.path()).await;
        let db = Db::open(&url, 2).await.unwrap();
        db.migrate_to(19).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        let row = AuditRow { at: Time(5), actor: "a".into(), action: "x".into(), outcome: "ok".into(), ..AuditRow::default() };
        let hash = plain_hash(1, &row, "");
        tx.write("INSERT INTO audit_events (seq, at, actor, actor_name, request_id, action, resource, record_id, outcome, \
                  prev_hash, hash) VALUES (1, 5, 'a', '', '', 'x', '', '', 'ok', '', $1)").bind(hash.clone())
            .execute().await.unwrap();
        tx.write("UPDATE audit_head SET seq = 1, hash = $1").bind(hash).execute().await.unwrap();
        tx.commit().await.unwrap();
        db.migrate().await.unwrap();
        let clock = std::sync::Arc::new(crate::kernel::clock::FixedClock::at(crate::testing::START));
        let entropy = std::sync::Arc::new(SeededEntropy::new(1));
        let kernel = Kernel::open(db, clock, entropy, Sealer::parse(MASTER_KEY).unwrap()).await.unwrap();
        let trail = trail(&kernel, &dir);
        write(&kernel, 2).await;
        trail.seal_all().await.unwrap();
        assert_eq!(trail.verify(&[]).await.unwrap(), whole(3));
        let mut tx = kernel.db().begin_read().await.unwrap();
        let ids: Vec<(String,)> = tx.query("SELECT id FROM audit_events ORDER BY at, id LIMIT 1").all().await.unwrap();
        assert_eq!(ids[0].0, "old-00000000000000001");
        drop(tx);
        kernel.db().close().await;
    }
}
