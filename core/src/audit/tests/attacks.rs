//! Attacks by somebody with the database's password, and without the master key.

use super::*;
use crate::attack::refused;
use crate::audit::head::HeadRow;
use crate::audit::{store, verify_export};
use crate::both;
use crate::kernel::clock::Time;

/// Every column that a writer writes.
const COLUMNS: &[&str] = &[
    "UPDATE audit_events SET at = at + 1 WHERE seq = 7",
    "UPDATE audit_events SET actor = 'x' WHERE seq = 7",
    "UPDATE audit_events SET actor_name = 'x' WHERE seq = 7",
    "UPDATE audit_events SET session_id = 'x' WHERE seq = 7",
    "UPDATE audit_events SET address = '192.0.2.1' WHERE seq = 7",
    "UPDATE audit_events SET request_id = 'x' WHERE seq = 7",
    "UPDATE audit_events SET action = 'x' WHERE seq = 7",
    "UPDATE audit_events SET resource = 'x' WHERE seq = 7",
    "UPDATE audit_events SET record_id = 'x' WHERE seq = 7",
    "UPDATE audit_events SET tenant_id = 'x' WHERE seq = 7",
    "UPDATE audit_events SET before = '{}' WHERE seq = 7",
    "UPDATE audit_events SET after = NULL WHERE seq = 7",
    "UPDATE audit_events SET reason = 'x' WHERE seq = 7",
    "UPDATE audit_events SET outcome = 'refused' WHERE seq = 7",
    "UPDATE audit_events SET id = 'x' WHERE seq = 7",
    "UPDATE audit_events SET mac = NULL WHERE seq = 7",
    "UPDATE audit_events SET mac = (SELECT o.mac FROM audit_events o WHERE o.seq = 8) WHERE seq = 7",
];

/// A change of a receipt.
type Forgery = Box<dyn Fn(&mut crate::audit::Receipt)>;

both! {
    async fn a_changed_row_is_named(engine) {
        let w = World::sealed(engine, 20).await;
        let mut found = 0;
        for sql in COLUMNS {
            let saved = saved(&w).await;
            assert_eq!(w.run(sql).await, 1);
            found += usize::from(fault(&w.verdict().await) == (7, Fault::Changed));
            restore(&w, saved).await;
            assert_eq!(w.verdict().await, whole(20));
        }
        refused("an audit row is changed", engine, COLUMNS.len(), found);
    }
}

/// The seventh row.
async fn saved(w: &World) -> store::Stored {
    let mut tx = w.t.kernel.db().begin_read().await.unwrap();
    store::sealed(&mut tx, 7, 7, 1).await.unwrap().pop().unwrap()
}

async fn restore(w: &World, s: store::Stored) {
    let mut tx = w.t.kernel.db().begin().await.unwrap();
    let r = s.row;
    tx.write(
        "UPDATE audit_events SET id = $1, at = $2, actor = $3, actor_name = $4, session_id = $5, address = $6, \
         request_id = $7, action = $8, resource = $9, record_id = $10, tenant_id = $11, before = $12, after = $13, \
         reason = $14, outcome = $15, mac = $16 WHERE seq = 7",
    )
    .bind(r.id)
    .bind(r.at)
    .bind(r.actor)
    .bind(r.actor_name)
    .bind(r.session_id)
    .bind(r.address)
    .bind(r.request_id)
    .bind(r.action)
    .bind(r.resource)
    .bind(r.record_id)
    .bind(r.tenant_id)
    .bind(r.before)
    .bind(r.after)
    .bind(r.reason)
    .bind(r.outcome)
    .bind(s.mac)
    .execute()
    .await
    .unwrap();
    tx.commit().await.unwrap();
}

/// An attack, its statements, and the first row that is wrong after it.
const REMOVALS: &[(&str, &[&str], (i64, Fault))] = &[
    ("a middle row", &["DELETE FROM audit_events WHERE seq = 40"], (40, Fault::Missing)),
    (
        "a middle row, the rest moved up",
        &[
            "DELETE FROM audit_events WHERE seq = 40",
            "UPDATE audit_events SET seq = seq + 1000 WHERE seq > 40",
            "UPDATE audit_events SET seq = seq - 1001 WHERE seq > 1000",
        ],
        (40, Fault::Moved),
    ),
    ("the first row", &["DELETE FROM audit_events WHERE seq = 1"], (1, Fault::Missing)),
    ("the last 50", &["DELETE FROM audit_events WHERE seq > 50"], (51, Fault::Missing)),
    (
        "the last 50, and the head set back",
        &[
            "DELETE FROM audit_events WHERE seq > 50",
            "UPDATE audit_tree SET seq = 50, seal = (SELECT e.seal FROM audit_events e WHERE e.seq = 50)",
        ],
        (50, Fault::Head),
    ),
    (
        "the last 50, and the head",
        &["DELETE FROM audit_events WHERE seq > 50", "DELETE FROM audit_tree"],
        (1, Fault::Head),
    ),
    (
        "the last 50, sealed ones taken for new ones",
        &["DELETE FROM audit_events WHERE seq > 50", "UPDATE audit_events SET seq = NULL WHERE seq > 40"],
        (41, Fault::Missing),
    ),
    (
        "two rows change places",
        &[
            "UPDATE audit_events SET seq = 1000 WHERE seq = 30",
            "UPDATE audit_events SET seq = 30 WHERE seq = 31",
            "UPDATE audit_events SET seq = 31 WHERE seq = 1000",
        ],
        (30, Fault::Moved),
    ),
    (
        "two rows change places with their seals",
        &[
            "UPDATE audit_events SET seq = 1000, seal = (SELECT e.seal FROM audit_events e WHERE e.seq = 31) WHERE seq = 30",
            "UPDATE audit_events SET seq = 30, seal = 'x' WHERE seq = 31",
            "UPDATE audit_events SET seq = 31 WHERE seq = 1000",
        ],
        (30, Fault::Moved),
    ),
    ("a seal", &["UPDATE audit_events SET seal = NULL WHERE seq = 12"], (12, Fault::Moved)),
    ("the lease's row", &["UPDATE audit_tree SET sealed_at = 0"], (100, Fault::Head)),
    ("the key of checkpoints", &["DELETE FROM settings WHERE name = 'audit-checkpoint-key'"], (100, Fault::Key)),
];

both! {
    async fn rows_cut_off_removed_or_moved_are_found(engine) {
        let mut found = 0;
        for (what, how, expected) in REMOVALS {
            let w = World::sealed(engine, 100).await;
            for sql in *how {
                assert!(w.run(sql).await > 0, "{what}");
            }
            // Checked by a server that has just started: it remembers nothing.
            let (_kernel, fresh) = w.node(8).await;
            // A running sealer repairs nothing.
            let sealed = fresh.seal_all().await;
            let verdict = fresh.verify(&[]).await.unwrap();
            assert_eq!(fault(&verdict), *expected, "{what}: {sealed:?}");
            found += 1;
        }
        refused("audit rows are removed or moved, and the head set back", engine, REMOVALS.len(), found);
    }
}

both! {
    async fn a_row_that_is_inserted_by_sql_is_never_sealed(engine) {
        let w = World::sealed(engine, 10).await;
        let copy = "INSERT INTO audit_events (id, seq, at, actor, actor_name, request_id, action, resource, record_id, \
                    outcome, mac, seal) SELECT 'forged', ";
        let rest = ", at, 'somebody', actor_name, request_id, action, resource, record_id, outcome, mac, seal \
                    FROM audit_events WHERE seq = 3";
        let mut found = 0;
        for (seq, at, why) in [(None, 11, Fault::Inserted), (Some(11_i64), 11, Fault::Inserted), (Some(500), 11, Fault::Inserted)] {
            let mut tx = w.t.kernel.db().begin().await.unwrap();
            tx.write(copy).push("CAST(", seq).sql(" AS BIGINT)").sql(rest).execute().await.unwrap();
            tx.commit().await.unwrap();
            let sealed = w.trail.seal_all().await.unwrap();
            assert_eq!((sealed.rows, sealed.forged), (0, usize::from(seq.is_none())));
            let verdict = w.verdict().await;
            assert_eq!(fault(&verdict), (at, why), "{seq:?}");
            found += 1;
            w.run("DELETE FROM audit_events WHERE id = 'forged'").await;
        }
        // Genuine rows beside them are sealed, however many forged ones come first.
        for n in 0..1200 {
            let mut tx = w.t.kernel.db().begin().await.unwrap();
            let sql = "INSERT INTO audit_events (id, at, actor, actor_name, request_id, action, resource, record_id, outcome) VALUES (";
            tx.write(sql).push("", format!("forged-{n}")).sql(", 0, '', '', '', '', '', '', 'ok')").execute().await.unwrap();
            tx.commit().await.unwrap();
        }
        w.write(2).await;
        let sealed = w.trail.seal_due().await.unwrap();
        assert_eq!((sealed.rows, sealed.forged), (2, 1200));
        w.t.clock.advance(11);
        assert!(w.trail.watch().await.unwrap(), "an alarm");
        refused("an audit row is inserted by SQL", engine, 3, found);
    }
}

both! {
    /// Without the key, an attacker can make everything fit except the MACs.
    async fn a_chain_that_is_written_anew_without_the_key_is_found(engine) {
        let w = World::sealed(engine, 20).await;
        w.run("UPDATE audit_events SET actor = 'somebody else'").await;
        let own = Sealer::parse("ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICA=").unwrap().mac_keys("cardea audit 1").unwrap();
        let mut tx = w.t.kernel.db().begin().await.unwrap();
        let rows = store::sealed(&mut tx, 1, 20, 50).await.unwrap();
        for stored in rows {
            // Under the mark of the real key.
            let forged = own.tag(&stored.row.to_sign());
            let mark = stored.mac.unwrap().split_once('.').unwrap().0.to_owned();
            let mac = format!("{mark}.{}", forged.split_once('.').unwrap().1);
            tx.write("UPDATE audit_events SET mac = $1 WHERE id = $2").bind(mac).bind(stored.row.id).execute().await.unwrap();
        }
        tx.commit().await.unwrap();
        let found = fault(&w.verdict().await);
        refused("the audit is written anew without the key", engine, 1, usize::from(found == (1, Fault::Changed)));
    }
}

both! {
    /// An older copy is consistent in itself: only exported checkpoints reveal it.
    async fn an_older_copy_is_found_by_a_checkpoint(engine) {
        let w = World::sealed(engine, 30).await;
        let copy = (head(&w).await, w.trail.own_checkpoints().await.unwrap());
        w.write(20).await;
        w.trail.seal_all().await.unwrap();
        assert!(w.trail.checkpoint_due(true).await.unwrap());
        let anchor = w.anchor().await;
        assert_eq!(w.trail.verify(std::slice::from_ref(&anchor)).await.unwrap(),
            Verdict::Whole { rows: 50, unsealed: 0, anchors: 1 });
        // Sets the database back to the copy.
        w.run("DELETE FROM audit_events WHERE seq > 30").await;
        set_head(&w, copy.0).await;
        let (_kernel, fresh) = w.node(8).await;
        assert_eq!(fresh.verify(&[]).await.unwrap(), whole(30), "whole in itself");
        let mut found = usize::from(fault(&fresh.verify(std::slice::from_ref(&anchor)).await.unwrap()) == (31, Fault::Anchor));
        // And continues from there, past the checkpoint.
        write(&w.t.kernel, 40).await;
        w.t.clock.advance(6);
        assert_eq!(fresh.seal_all().await.unwrap().rows, 40);
        found += usize::from(fault(&fresh.verify(std::slice::from_ref(&anchor)).await.unwrap()).1 == Fault::Anchor);
        // The server detects it on its own, by the checkpoints in its folder.
        found += usize::from(!fresh.follows(&anchor).await.unwrap());
        let own = fresh.own_checkpoints().await.unwrap();
        found += usize::from(fault(&fresh.verify(&own).await.unwrap()).1 == Fault::Anchor);
        refused("the database is set back to an older copy", engine, 4, found);
    }
}

async fn head(w: &World) -> HeadRow {
    store::head(&mut w.t.kernel.db().begin_read().await.unwrap()).await.unwrap().unwrap()
}

async fn set_head(w: &World, head: HeadRow) {
    w.run("DELETE FROM audit_tree").await;
    let mut tx = w.t.kernel.db().begin().await.unwrap();
    assert!(store::begin(&mut tx, head).await.unwrap());
    tx.commit().await.unwrap();
}

both! {
    /// With all rows taken for new, the sealer would begin again: only exported checkpoints reveal it.
    async fn a_tree_that_is_begun_anew_is_found_by_a_checkpoint(engine) {
        let w = World::sealed(engine, 30).await;
        let anchor = w.anchor().await;
        w.run("DELETE FROM audit_events WHERE seq > 20").await;
        w.run("UPDATE audit_events SET seq = NULL, seal = NULL").await;
        w.run("DELETE FROM audit_tree").await;
        w.run("DELETE FROM audit_nodes").await;
        let (_kernel, fresh) = w.node(8).await;
        fresh.seal_all().await.unwrap();
        let verdict = fresh.verify(&[anchor]).await.unwrap();
        refused("the tree is begun anew", engine, 1, usize::from(fault(&verdict).1 == Fault::Anchor));
    }
}

both! {
    async fn a_forged_receipt_proves_nothing(engine) {
        let w = World::sealed(engine, 300).await;
        let rows = w.rows().await;
        let receipt = w.trail.receipt(&rows[270].0).await.unwrap();
        let key = w.trail.signer().await.unwrap().verifier().clone();
        assert_eq!(receipt.verify(&key).unwrap().size, 301);
        let other = w.trail.receipt(&rows[12].0).await.unwrap();
        let forgeries: Vec<Forgery> = vec![
            Box::new(|r| r.row.actor = "somebody".into()),
            Box::new(|r| r.row.at = Time(r.row.at.0 + 1)),
            Box::new(|r| r.row.after = None),
            Box::new(|r| r.mac.push('A')),
            Box::new(|r| r.index += 1),
            Box::new(|r| r.index = 0),
            Box::new(|r| r.seq += 1),
            Box::new(|r| (r.seq, r.base.seq) = (r.seq + 1, r.base.seq + 1)),
            Box::new(|r| r.base_path.clear()),
            Box::new(|r| r.path.swap(0, 1)),
            Box::new(|r| drop(r.path.pop())),
            Box::new(|r| r.path.push("00".repeat(32))),
            Box::new(|r| r.path.clear()),
            Box::new(|r| r.path[0] = "zz".into()),
            Box::new(|r| r.checkpoint = r.checkpoint.replace("\n301\n", "\n302\n")),
            Box::new(|r| r.checkpoint = String::new()),
            Box::new(|r| r.format = "other".into()),
            Box::new(move |r| r.row = other.row.clone()),
        ];
        let (tried, mut found) = (forgeries.len() + 1, 0);
        for forge in &forgeries {
            let mut forged = receipt.clone();
            forge(&mut forged);
            found += usize::from(forged.verify(&key).is_err());
        }
        let stranger = crate::audit::Signer::from_pkcs8(&crate::audit::Signer::generate().unwrap()).unwrap();
        let mut resigned = receipt.clone();
        resigned.checkpoint = stranger.sign(&key.open(&receipt.checkpoint).unwrap());
        found += usize::from(resigned.verify(&key).is_err());
        refused("a receipt is forged", engine, tried, found);
    }
}

both! {
    async fn a_forged_export_proves_nothing(engine) {
        let w = World::sealed(engine, 40).await;
        let key = w.trail.signer().await.unwrap().verifier().clone();
        let mut out = Vec::new();
        w.trail.export(11, Some(20), &mut out).await.unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(verify_export(text.as_bytes(), &key).unwrap().rows, 10);
        let lines: Vec<&str> = text.lines().collect();
        let join = |lines: &[&str]| lines.join("\n");
        let mut forgeries = vec![
            text.replacen("\"actorName\":\"test\"", "\"actorName\":\"else\"", 1),
            text.replacen("\"last\":20", "\"last\":19", 1),
            text.replacen("\"first\":11", "\"first\":12", 1),
            text.replacen("\"seq\":0", "\"seq\":1", 1),
            join(&[&lines[..5], &lines[6..]].concat()),
            join(&[&lines[..5], &[lines[6], lines[5]], &lines[7..]].concat()),
            join(&[&lines[..5], &[lines[4]], &lines[5..]].concat()),
            join(&lines[..lines.len() - 1]),
            join(&[&lines[..], &[lines[5]]].concat()),
            String::new(),
            "{}".into(),
            // All numbers increased by one.
            (11..=20).rev().fold(
                text.replacen("\"seq\":0", "\"seq\":1", 1).replacen("\"first\":11,\"last\":20", "\"first\":12,\"last\":21", 1),
                |text, seq| text.replace(&format!("\"seq\":{seq},"), &format!("\"seq\":{},", seq + 1)),
            ),
        ];
        // One row fewer at the end, and the header agrees.
        let shorter = [&[lines[0].replacen("\"last\":20", "\"last\":19", 1).as_str()], &lines[1..10], &lines[11..]].concat().join("\n");
        forgeries.push(shorter);
        let found = forgeries.iter().filter(|forged| verify_export(forged.as_bytes(), &key).is_err()).count();
        refused("an export is forged", engine, forgeries.len(), found);
    }
}
