//! Many nodes write rows, and one node seals them.

use super::*;
use crate::audit::store;
use crate::audit::trail::LEASE;
use crate::both;
use crate::kernel::clock::Time;

both! {
    async fn writers_at_the_same_time_make_one_unbroken_chain(engine) {
        let w = World::new(engine).await;
        let all = (0..24).map(|_| {
            let kernel = w.t.kernel.clone();
            tokio::spawn(async move { write(&kernel, 1).await })
        });
        for one in all.collect::<Vec<_>>() {
            one.await.unwrap();
        }
        assert_eq!(w.verdict().await, Verdict::Whole { rows: 24, unsealed: 24, anchors: 0 });
        assert_eq!(w.trail.seal_all().await.unwrap().rows, 24);
        assert_eq!(w.verdict().await, whole(24));
    }
}

both! {
    /// More than a batch, a stored root of the tree, and one commit of more rows than a statement takes.
    async fn batches_go_on_where_the_last_one_ended(engine) {
        let w = World::sealed(engine, 700).await;
        w.write(3).await;
        assert_eq!(w.trail.seal_due().await.unwrap().rows, 3);
        assert_eq!(w.trail.seal_due().await.unwrap().rows, 0);
        assert_eq!(w.verdict().await, whole(703));
        let rows = w.rows().await;
        assert!(rows.iter().zip(1..).all(|((_, seq), place)| *seq == Some(place)), "in the order of writing");
    }
}

both! {
    /// A writer waits for its own row only: a transaction that holds its audit row open stops no other writer.
    async fn a_row_waits_for_no_other(engine) {
        if engine == Engine::Sqlite {
            return; // It has one writer at a time, audited or not.
        }
        let w = World::sealed(engine, 1).await;
        let mut slow = w.t.kernel.db().begin().await.unwrap();
        slow.write("INSERT INTO audit_events (id, at, actor, actor_name, request_id, action, resource, record_id, outcome) \
                    VALUES ('slow', 0, '', '', '', '', '', '', 'ok')").execute().await.unwrap();
        w.write(2).await;
        assert_eq!(w.trail.seal_due().await.unwrap().rows, 2);
        drop(slow);
        assert_eq!(w.verdict().await, whole(3));
    }
}

both! {
    /// A late commit gets a later number, and no row is left out.
    async fn a_late_commit_is_sealed_after_what_was_sealed_before(engine) {
        let w = World::sealed(engine, 3).await;
        w.t.clock.advance(-30);
        w.write(1).await;
        w.t.clock.advance(30);
        assert_eq!(w.trail.seal_due().await.unwrap().rows, 1);
        assert_eq!(w.rows().await.first().unwrap().1, Some(4), "the oldest, and the last");
        assert_eq!(w.verdict().await, whole(4));
    }
}

both! {
    async fn two_sealers_at_once_never_fork(engine) {
        let w = World::new(engine).await;
        let (_kernel, other) = w.node(8).await;
        for _ in 0..6 {
            w.write(40).await;
            let (a, b) = tokio::join!(w.trail.seal_all(), other.seal_all());
            assert_eq!(a.unwrap().rows + b.unwrap().rows, 40);
            // The lease passes from one node to the other.
            w.t.clock.advance(LEASE + 1);
        }
        assert_eq!(w.verdict().await, whole(240));
    }
}

both! {
    /// Both nodes believe to hold the lease: only one can move the head, and the other's batch is rolled back.
    async fn a_head_moves_only_from_the_state_that_was_computed_from(engine) {
        let w = World::sealed(engine, 2).await;
        w.write(4).await;
        let mut tx = w.t.kernel.db().autocommit().await.unwrap();
        let from = store::head(&mut tx).await.unwrap().unwrap();
        let page = store::unsealed(&mut tx, (Time(0), ""), 10).await.unwrap();
        drop(tx);
        let head = w.trail.read(&from).await.unwrap();
        for expected in [true, false] {
            let mut tx = w.t.kernel.db().begin().await.unwrap();
            let done = w.trail.write(&mut tx, &head, &from, page.clone()).await.unwrap();
            assert_eq!(done.is_some(), expected);
            if expected {
                tx.commit().await.unwrap();
            }
        }
        assert_eq!(w.verdict().await, whole(6));
    }
}

both! {
    async fn a_sealer_that_dies_mid_batch_leaves_nothing_half_done(engine) {
        let w = World::sealed(engine, 2).await;
        w.write(5).await;
        let mut tx = w.t.kernel.db().autocommit().await.unwrap();
        let from = store::head(&mut tx).await.unwrap().unwrap();
        let page = store::unsealed(&mut tx, (Time(0), ""), 3).await.unwrap();
        drop(tx);
        let head = w.trail.read(&from).await.unwrap();
        let mut tx = w.t.kernel.db().begin().await.unwrap();
        assert!(w.trail.write(&mut tx, &head, &from, page).await.unwrap().is_some());
        drop(tx);
        let (_kernel, other) = w.node(8).await;
        assert_eq!(other.seal_due().await.unwrap().rows, 0, "the dead one's lease still stands");
        w.t.clock.advance(LEASE + 1);
        assert_eq!(other.seal_due().await.unwrap().rows, 5);
        assert_eq!(w.verdict().await, whole(7));
    }
}

both! {
    async fn rows_that_wait_too_long_are_an_alarm(engine) {
        let w = World::new(engine).await;
        w.write(2).await;
        w.t.clock.advance(9);
        assert!(!w.trail.watch().await.unwrap() && w.verdict().await.complaint().is_none());
        w.t.clock.advance(3);
        assert!(w.trail.watch().await.unwrap());
        assert_eq!(crate::audit::overdue(&w.t.kernel).await.unwrap(), Some(12));
        let (id, since) = (w.rows().await[0].0.clone(), crate::testing::START);
        assert_eq!(w.verdict().await, Verdict::Overdue { unsealed: 2, id, since });
        w.trail.seal_due().await.unwrap();
        assert!(!w.trail.watch().await.unwrap());
        assert_eq!(w.verdict().await, whole(2));
    }
}

both! {
    /// Rows outlast the master key under which they were written, as long as that key is kept.
    async fn a_new_master_key_goes_on_where_the_old_one_ended(engine) {
        let w = World::sealed(engine, 3).await;
        let new = "ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICA=";
        let open = async |keys: &str| {
            let db = Db::open(&w.t.url, 2).await.unwrap();
            let entropy = std::sync::Arc::new(SeededEntropy::new(9));
            Kernel::open(db, w.t.clock.clone(), entropy, Sealer::parse(keys).unwrap()).await.unwrap()
        };
        w.t.clock.advance(LEASE + 1);
        let kernel = open(&format!("{new}\n{MASTER_KEY}")).await;
        let next = trail(&kernel, &w.dir);
        write(&kernel, 2).await;
        assert_eq!(next.seal_all().await.unwrap().rows, 2);
        assert_eq!(next.verify(&[]).await.unwrap(), whole(5));
        assert_eq!(fault(&w.verdict().await), (5, Fault::Key), "who has only the old one cannot tell");
    }
}

both! {
    async fn checkpoints_leave_at_an_interval_where_something_happened(engine) {
        let w = World::sealed(engine, 3).await;
        let mut left = vec![w.trail.checkpoint_due(false).await.unwrap()];
        w.write(1).await;
        w.trail.seal_all().await.unwrap();
        left.push(w.trail.checkpoint_due(false).await.unwrap());
        w.t.clock.advance(61);
        left.push(w.trail.checkpoint_due(false).await.unwrap());
        w.t.clock.advance(61);
        left.push(w.trail.checkpoint_due(false).await.unwrap());
        assert_eq!(left, [true, false, true, false]);
        let own = w.trail.own_checkpoints().await.unwrap();
        assert_eq!(own.iter().map(|c| c.size).collect::<Vec<_>>(), [4, 5]);
        assert_eq!(w.trail.verify(&own).await.unwrap(), Verdict::Whole { rows: 4, unsealed: 0, anchors: 2 });
        let file = w.dir.path().join("2026-01-05.txt");
        assert_eq!(w.trail.checkpoints_in(&file).await.unwrap(), own);
        let (_kernel, other) = w.node(8).await;
        assert!(!other.checkpoint_due(false).await.unwrap(), "a node that starts knows what left last");
    }
}

both! {
    async fn a_system_log_takes_checkpoints_that_can_be_read_back(engine) {
        let w = World::sealed(engine, 2).await;
        let socket = tokio::net::UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let to = crate::config::AuditLog::Udp("127.0.0.1".into(), socket.local_addr().unwrap().port());
        let outbound = crate::kernel::outbound::Outbound::new(vec!["127.0.0.0/8".parse().unwrap()]);
        let trail = Trail::with_anchors(&w.t.kernel, vec![Box::new(crate::audit::Syslog { to, outbound })], 60);
        assert!(trail.checkpoint_due(true).await.unwrap());
        let mut message = vec![0; 2000];
        let length = socket.recv(&mut message).await.unwrap();
        let text = String::from_utf8(message[..length].to_vec()).unwrap();
        assert!(text.starts_with("<109>1 2026-01-05T08:00:00.000Z - cardea - audit-checkpoint - cardea-audit/"), "{text}");
        let file = w.dir.path().join("messages");
        std::fs::write(&file, format!("{text}\n")).unwrap();
        assert_eq!(trail.checkpoints_in(&file).await.unwrap(), [w.anchor().await]);
    }
}
