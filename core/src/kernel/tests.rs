//! The guarantees of the kernel, on both engines.

use axum::extract::FromRequestParts as _;
use serde::Serialize;

use super::ctx::{Audited, Ctx, ReadCtx, Who};
use super::db::is_duplicate;
use super::http::Request;
use crate::both;
use crate::testing::Engine;

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
        .write("INSERT INTO consumed (purpose, key_hash, expires_at) VALUES ('test', $1, $2)")
        .bind(name)
        .bind(now)
        .execute()
        .await
        .unwrap();
}

async fn names(cx: &mut ReadCtx) -> Vec<String> {
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
        let noted: (i64,) =
            cx.db().await.unwrap().query("SELECT COUNT(*) FROM audit_events").one().await.unwrap();
        assert_eq!(noted.0, 1);
    }
}

both! {
    async fn a_reading_request_cannot_write(engine) {
        let t = engine.kernel().await;
        let mut cx = ReadCtx::new(t.kernel.clone(), Who::Nobody, Request::internal("r".into()));
        let refused = cx
            .db()
            .await
            .unwrap()
            .write_anyway("INSERT INTO consumed (purpose, key_hash, expires_at) VALUES ('test', 'x', 1)")
            .execute()
            .await;
        assert!(refused.is_err());
    }
}

/// `GET` and `HEAD` change nothing by mistake.
#[tokio::test]
async fn a_get_is_given_no_context_that_writes() {
    let t = Engine::Sqlite.kernel().await;
    for (method, writes) in [("GET", false), ("HEAD", false), ("POST", true), ("PUT", true), ("DELETE", true)] {
        let request = http::Request::builder().method(method).extension(Request::internal("r".into()));
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        assert_eq!(Ctx::from_request_parts(&mut parts, &t.kernel).await.is_ok(), writes, "{method}");
        assert!(ReadCtx::from_request_parts(&mut parts, &t.kernel).await.is_ok(), "{method}");
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
            .write("INSERT INTO consumed (purpose, key_hash, expires_at) VALUES ('test', 'one', 1)")
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

/// In the collation of any language these keys sort differently, or are not distinguished from their neighbours.
const KEYS: [&str; 6] = ["a", "a-b", "a.b", "a_b", "ab", "張"];

both! {
    async fn folded_keys_are_sorted_and_found_by_their_octets_on_every_server(engine) {
        let t = engine.kernel().await;
        let mut cx = Ctx::system(&t.kernel, "test");
        let tx = cx.db().await.unwrap();
        if engine == Engine::Postgres {
            // The server's own collation may be any, so the columns must name theirs.
            let other: Vec<(String, String)> = tx
                .query(
                    "SELECT table_name::text, column_name::text FROM information_schema.columns \
                     WHERE table_schema = current_schema() AND data_type = 'text' AND column_name LIKE '%_key' \
                     AND collation_name IS DISTINCT FROM 'C'",
                )
                .all()
                .await
                .unwrap();
            assert_eq!(other, []);
        }
        for key in KEYS.iter().rev() {
            tx.write("INSERT INTO sites (id, version, site_name, address, remark, created_at, updated_at, name_key) VALUES (")
                .push("", *key)
                .sql(", 1, '', '', '', 0, 0")
                .push(", ", *key)
                .sql(")")
                .execute()
                .await
                .unwrap();
        }
        let sorted: Vec<(String,)> = tx.query("SELECT name_key FROM sites ORDER BY name_key").all().await.unwrap();
        assert_eq!(sorted.iter().map(|(k,)| k.as_str()).collect::<Vec<_>>(), KEYS);
        let found: Vec<(String,)> = tx
            .query("SELECT name_key FROM sites")
            .push(" WHERE name_key >= ", "ab")
            .push(" AND name_key < ", crate::kernel::fold::prefix_end("ab"))
            .all()
            .await
            .unwrap();
        assert_eq!(found, [("ab".to_owned(),)]);
    }
}
