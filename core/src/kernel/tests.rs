//! The promises of the ground floor, on both engines.

use serde::Serialize;

use super::ctx::{Audited, Ctx, Who};
use super::db::is_duplicate;
use super::http::Request;
use crate::audit::{Verdict, verify};
use crate::both;

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

async fn write(cx: &mut Ctx, name: &str) {
    cx.audit("thing.created", &Thing { name: name.into() }).unwrap();
    let now = cx.now();
    cx.db()
        .await
        .unwrap()
        .query("INSERT INTO consumed (purpose, key_hash, expires_at) VALUES ('test', $1, $2)")
        .bind(name)
        .bind(now)
        .execute()
        .await
        .unwrap();
}

async fn names(cx: &mut Ctx) -> Vec<String> {
    let rows: Vec<(String,)> = cx
        .db()
        .await
        .unwrap()
        .query("SELECT key_hash FROM consumed WHERE purpose = 'test' ORDER BY key_hash")
        .all()
        .await
        .unwrap();
    rows.into_iter().map(|r| r.0).collect()
}

both! {
    async fn an_early_return_undoes_the_write_and_its_audit_row(engine) {
        let t = engine.kernel().await;
        let mut cx = Ctx::system(&t.kernel, "test");
        write(&mut cx, "dropped").await;
        drop(cx);
        let mut cx = Ctx::system(&t.kernel, "test");
        write(&mut cx, "kept").await;
        cx.commit().await.unwrap();
        let mut cx = Ctx::system(&t.kernel, "test");
        assert_eq!(names(&mut cx).await, ["kept"]);
        drop(cx);
        assert_eq!(verify(&t.kernel).await.unwrap(), Verdict::Whole { rows: 1 });
    }
}

both! {
    async fn writers_at_the_same_time_make_one_unbroken_chain(engine) {
        let t = engine.kernel().await;
        let all = (0..24).map(|i| {
            let kernel = t.kernel.clone();
            tokio::spawn(async move {
                let mut cx = Ctx::system(&kernel, "test");
                write(&mut cx, &format!("n{i:02}")).await;
                cx.commit().await
            })
        });
        for one in all.collect::<Vec<_>>() {
            one.await.unwrap().unwrap();
        }
        assert_eq!(verify(&t.kernel).await.unwrap(), Verdict::Whole { rows: 24 });
    }
}

both! {
    async fn an_altered_a_missing_and_a_cut_row_are_found(engine) {
        let t = engine.kernel().await;
        for i in 0..5 {
            let mut cx = Ctx::system(&t.kernel, "test");
            write(&mut cx, &format!("n{i}")).await;
            cx.commit().await.unwrap();
        }
        for (tamper, mend, first) in [
            ("UPDATE audit_events SET actor_name = 'x' WHERE seq = 3", "UPDATE audit_events SET actor_name = 'test' WHERE seq = 3", 3),
            ("UPDATE audit_events SET seq = 30 WHERE seq = 2", "UPDATE audit_events SET seq = 2 WHERE seq = 30", 2),
            ("UPDATE audit_head SET seq = 6 WHERE id = 1", "UPDATE audit_head SET seq = 5 WHERE id = 1", 6),
        ] {
            let run = async |sql: &'static str| {
                let mut tx = t.kernel.db().begin().await.unwrap();
                tx.query(sql).execute().await.unwrap();
                tx.commit().await.unwrap();
            };
            run(tamper).await;
            assert_eq!(verify(&t.kernel).await.unwrap(), Verdict::Broken { at: first }, "{tamper}");
            run(mend).await;
            assert_eq!(verify(&t.kernel).await.unwrap(), Verdict::Whole { rows: 5 });
        }
    }
}

both! {
    async fn a_reading_request_cannot_write(engine) {
        let t = engine.kernel().await;
        let mut cx = Ctx::new(t.kernel.clone(), Who::Nobody, Request::internal("r".into()), true);
        let refused = cx
            .db()
            .await
            .unwrap()
            .query("INSERT INTO consumed (purpose, key_hash, expires_at) VALUES ('test', 'x', 1)")
            .execute()
            .await;
        assert!(refused.is_err());
    }
}

both! {
    async fn a_second_row_of_the_same_key_is_a_duplicate(engine) {
        let t = engine.kernel().await;
        let mut cx = Ctx::system(&t.kernel, "test");
        write(&mut cx, "one").await;
        cx.commit().await.unwrap();
        let mut cx = Ctx::system(&t.kernel, "test");
        let again = cx
            .db()
            .await
            .unwrap()
            .query("INSERT INTO consumed (purpose, key_hash, expires_at) VALUES ('test', 'one', 1)")
            .execute()
            .await
            .unwrap_err();
        assert!(is_duplicate(&again));
    }
}

both! {
    async fn lists_of_values_are_bound(engine) {
        let t = engine.kernel().await;
        let mut cx = Ctx::system(&t.kernel, "test");
        for name in ["a", "b", "c'); --"] {
            write(&mut cx, name).await;
        }
        let tx = cx.db().await.unwrap();
        let some: Vec<(String,)> = tx
            .query("SELECT key_hash FROM consumed WHERE purpose = $1")
            .bind("test")
            .push_in(" AND key_hash", ["a", "c'); --"])
            .sql(" ORDER BY key_hash")
            .all()
            .await
            .unwrap();
        assert_eq!(some.len(), 2);
        let none: Vec<(String,)> =
            tx.query("SELECT key_hash FROM consumed WHERE TRUE").push_in(" AND key_hash", Vec::<String>::new()).all().await.unwrap();
        assert!(none.is_empty());
    }
}

both! {
    async fn the_hash_key_stays_the_same_when_opened_again(engine) {
        use std::sync::Arc;
        let t = engine.kernel().await;
        let again = crate::kernel::Kernel::open(
            crate::kernel::db::Db::open(&t.url, 2).await.unwrap(),
            t.clock.clone(),
            Arc::new(crate::kernel::clock::SeededEntropy::new(99)),
            crate::kernel::seal::Sealer::parse(crate::testing::MASTER_KEY).unwrap(),
        )
        .await
        .unwrap();
        assert_eq!(again.hash("p", "v"), t.kernel.hash("p", "v"));
        assert_ne!(again.hash("p", "v"), t.kernel.hash("q", "v"));
    }
}
