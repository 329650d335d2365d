//! The guarantees of a transaction, on both engines.

mod crossings;
mod faults;
mod grouped;

use std::time::Duration;

use tokio::time::timeout;

use super::super::ctx::Ctx;
use super::super::id::Id;
use super::{Bounds, Db, Tx, is_duplicate};
use crate::both;
use crate::testing::{Engine, TestKernel};

pub(super) async fn put(tx: &mut Tx, name: &str) -> sqlx::Result<u64> {
    let sql = "INSERT INTO consumed (purpose, key_hash, expires_at) VALUES ('test', $1, $2)";
    tx.write(sql).bind(name.to_owned()).bind(0_i64).execute().await
}

pub(super) async fn names(db: &Db) -> Vec<String> {
    let mut tx = db.autocommit().await.unwrap();
    let rows: Vec<(String,)> =
        tx.query("SELECT key_hash FROM consumed WHERE purpose = 'test' ORDER BY key_hash").all().await.unwrap();
    rows.into_iter().map(|(name,)| name).collect()
}

/// Puts a name unless there is the name `no`, and returns what another statement of the same text reads, committed.
pub(super) async fn put_and_read(db: &Db, name: &str) -> sqlx::Result<Option<String>> {
    let mut tx = db.begin().await?;
    let query = tx.write("INSERT INTO consumed (purpose, key_hash, expires_at) SELECT 'test', ");
    let query =
        query.push("", name.to_owned()).sql(", 0 WHERE NOT EXISTS (SELECT 1 FROM consumed WHERE key_hash = 'no')");
    let query = query.then("SELECT ").push("CAST(", name.to_owned()).sql(" AS TEXT) WHERE ").touched();
    let row: Option<(String,)> = query.alone().await?;
    assert!(names(db).await.iter().any(|there| there == name) || row.is_none(), "committed when it is answered");
    tx.commit().await?;
    Ok(row.map(|(name,)| name))
}

both! {
    async fn what_is_asked_with_a_write_is_answered_where_that_wrote(engine) {
        let t = engine.kernel().await;
        let db = t.kernel.db();
        assert_eq!(put_and_read(db, "a").await.unwrap().as_deref(), Some("a"));
        assert!(put_and_read(db, "a").await.is_err_and(|error| is_duplicate(&error)));
        let mut tx = db.begin().await.unwrap();
        put(&mut tx, "no").await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(put_and_read(db, "b").await.unwrap(), None);
        assert_eq!(names(db).await, ["a", "no"]);
    }
}

both! {
    async fn what_was_not_committed_never_was(engine) {
        let t = engine.kernel().await;
        let db = t.kernel.db();
        let mut kept = db.begin().await.unwrap();
        put(&mut kept, "kept").await.unwrap();
        kept.commit().await.unwrap();
        let mut dropped = db.begin().await.unwrap();
        put(&mut dropped, "dropped").await.unwrap();
        drop(dropped);
        // Dropped before its first statement was answered, most likely.
        let mut cut = db.begin().await.unwrap();
        {
            let mut statement = Box::pin(put(&mut cut, "cut"));
            let _ = futures::poll!(&mut statement);
        }
        drop(cut);
        let mut next = db.begin().await.unwrap();
        put(&mut next, "next").await.unwrap();
        next.commit().await.unwrap();
        assert_eq!(names(db).await, ["kept", "next"]);
    }
}

both! {
    async fn a_count_is_that_of_its_own_statement(engine) {
        let t = engine.kernel().await;
        let db = t.kernel.db();
        let mut tx = db.begin().await.unwrap();
        for name in ["a", "b", "c"] {
            assert_eq!(put(&mut tx, name).await.unwrap(), 1);
        }
        let all = "UPDATE consumed SET expires_at = 1 WHERE purpose = 'test'";
        assert_eq!(tx.write(all).execute().await.unwrap(), 3);
        tx.commit().await.unwrap();
        let mut tx = db.begin().await.unwrap();
        let none = "UPDATE consumed SET expires_at = 2 WHERE purpose = 'nothing'";
        assert_eq!(tx.write(none).execute().await.unwrap(), 0, "not what the statement before it touched");
        tx.commit().await.unwrap();
    }
}

both! {
    async fn a_transaction_that_never_asked_ends_like_any_other(engine) {
        let t = engine.kernel().await;
        let db = t.kernel.db();
        db.begin().await.unwrap().commit().await.unwrap();
        drop(db.begin().await.unwrap());
        db.begin_read().await.unwrap().end().await.unwrap();
        drop(db.begin_read().await.unwrap());
        let mut tx = db.begin().await.unwrap();
        put(&mut tx, "after").await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(names(db).await, ["after"]);
    }
}

both! {
    async fn a_reading_transaction_sees_one_state_and_a_lone_statement_the_present_one(engine) {
        let t = engine.kernel().await;
        let db = t.kernel.db();
        let count = "SELECT COUNT(*) FROM consumed WHERE purpose = 'test'";
        let mut reading = db.begin_read().await.unwrap();
        let mut autocommit = db.autocommit().await.unwrap();
        assert_eq!(reading.query(count).one::<(i64,)>().await.unwrap().0, 0);
        assert_eq!(autocommit.query(count).one::<(i64,)>().await.unwrap().0, 0);
        let mut tx = db.begin().await.unwrap();
        put(&mut tx, "new").await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(reading.query(count).one::<(i64,)>().await.unwrap().0, 0);
        assert_eq!(autocommit.query(count).one::<(i64,)>().await.unwrap().0, 1);
    }
}

both! {
    async fn a_closed_database_takes_no_more(engine) {
        let t = engine.kernel().await;
        let db = t.kernel.db();
        let mut tx = db.begin().await.unwrap();
        put(&mut tx, "last").await.unwrap();
        let closing = tokio::spawn({ let db = db.clone(); async move { db.close().await } });
        tx.commit().await.unwrap();
        closing.await.unwrap();
        let write = async || put(&mut db.begin().await?, "late").await;
        let read = async || db.autocommit().await?.query("SELECT 1").all::<(i32,)>().await;
        assert!(write().await.is_err() && read().await.is_err());
        let again = Db::open(&t.url, 2).await.unwrap();
        assert_eq!(names(&again).await, ["last"]);
    }
}

both! {
    async fn connections_that_nobody_has_used_are_closed_and_opened_again(engine) {
        let t = engine.kernel().await;
        let db = t.kernel.db();
        let open = || db.connections().iter().map(|(_, of)| of.used + of.idle).sum::<usize>();
        let mut crowd = Vec::new();
        for _ in 0..3 {
            let mut reading = db.begin_read().await.unwrap();
            reading.query("SELECT 1").all::<(i32,)>().await.unwrap();
            crowd.push(reading);
        }
        let last = crowd.pop();
        for reading in crowd {
            reading.end().await.unwrap();
        }
        let most = open();
        db.close_unused(Duration::from_mins(5)).await;
        assert_eq!(open(), most, "they have been used a moment ago");
        db.close_unused(Duration::ZERO).await;
        // The one in use, and the writer of a file.
        assert_eq!(open(), if engine == Engine::Sqlite { 2 } else { 1 });
        drop(last);
        assert!(names(db).await.is_empty());
    }
}

both! {
    async fn connections_that_do_not_come_back_are_waited_for_together(engine) {
        const KEPT: u32 = 10;
        let t = engine.kernel().await;
        let bounds = Bounds { acquire: Duration::from_secs(2), ..Bounds::of(KEPT) };
        let db = Db::open_within(&t.url, bounds).await.unwrap();
        let mut kept = Vec::new();
        for _ in 0..KEPT {
            let mut reading = db.begin_read().await.unwrap();
            reading.query("SELECT 1").all::<(i32,)>().await.unwrap();
            kept.push(reading);
        }
        // One after the other they would have twenty seconds.
        timeout(Duration::from_secs(12), db.close()).await.expect("it ends");
    }
}

async fn put_later(tx: &mut Tx, name: &str) -> sqlx::Result<()> {
    let sql = "INSERT INTO consumed (purpose, key_hash, expires_at) VALUES ('test', $1, $2)";
    tx.write(sql).bind(name.to_owned()).bind(0_i64).execute_later().await.map(drop)
}

both! {
    async fn what_is_left_for_later_is_kept_and_undone_with_the_rest(engine) {
        let t = engine.kernel().await;
        let db = t.kernel.db();
        let count = "SELECT COUNT(*) FROM consumed WHERE purpose = 'test'";

        let mut first = db.begin().await.unwrap();
        put_later(&mut first, "first of all").await.unwrap();
        first.commit().await.unwrap();
        let mut between = db.begin().await.unwrap();
        put(&mut between, "before").await.unwrap();
        put_later(&mut between, "between").await.unwrap();
        assert_eq!(between.query(count).one::<(i64,)>().await.unwrap().0, 3, "who asks next sees it");
        put_later(&mut between, "one after").await.unwrap();
        put_later(&mut between, "the other").await.unwrap();
        between.commit().await.unwrap();
        let mut dropped = db.begin().await.unwrap();
        put(&mut dropped, "dropped").await.unwrap();
        put_later(&mut dropped, "dropped too").await.unwrap();
        drop(dropped);
        assert_eq!(names(db).await, ["before", "between", "first of all", "one after", "the other"]);
    }
}

both! {
    async fn two_statements_in_one_tell_what_the_last_of_them_touched(engine) {
        let t = engine.kernel().await;
        let db = t.kernel.db();
        let mut tx = db.begin().await.unwrap();
        put(&mut tx, "old").await.unwrap();
        tx.commit().await.unwrap();
        // The second statement writes a row only where the first has.
        for (looked_for, alone, kept) in [("nobody", true, 0), ("old", true, 1), ("old", true, 0), ("new", false, 1)] {
            let mut tx = db.begin().await.unwrap();
            if !alone {
                put(&mut tx, "before").await.unwrap();
            }
            let copy = format!("{looked_for} copied");
            let touched = tx
                .write("UPDATE consumed SET expires_at = 1")
                .push(" WHERE expires_at = 0 AND key_hash = ", looked_for.to_owned())
                .push(" AND purpose = ", "test".to_owned())
                .then("INSERT INTO consumed (purpose, key_hash, expires_at) SELECT purpose, ")
                .push("", copy)
                .push(", ", 0_i64)
                .push(" FROM consumed WHERE key_hash = ", looked_for.to_owned())
                .sql(" AND ")
                .touched()
                .execute_later()
                .await
                .unwrap();
            tx.commit().await.unwrap();
            if looked_for == "old" && kept == 1 {
                let mut tx = db.begin().await.unwrap();
                put(&mut tx, "new").await.unwrap();
                tx.commit().await.unwrap();
            }
            assert_eq!(touched.rows(), kept, "{looked_for}");
        }
        assert_eq!(names(db).await, ["before", "new", "new copied", "old", "old copied"]);
    }
}

both! {
    async fn a_failure_of_what_was_left_for_later_keeps_nothing(engine) {
        let t = engine.kernel().await;
        let db = t.kernel.db();
        let mut tx = db.begin().await.unwrap();
        put(&mut tx, "there").await.unwrap();
        tx.commit().await.unwrap();
        for first in [true, false] {
            let mut tx = db.begin().await.unwrap();
            let mut done = async {
                if !first {
                    put(&mut tx, "lost").await?;
                }
                put_later(&mut tx, "there").await
            }
            .await;
            if done.is_ok() {
                done = tx.commit().await;
            }
            assert!(is_duplicate(&done.unwrap_err()));
            let mut next = db.begin().await.unwrap();
            assert_eq!(put(&mut next, "there").await.map_err(|e| is_duplicate(&e)), Err(true), "writing goes on");
        }
        assert_eq!(names(db).await, ["there"]);
    }
}

/// The first statement of a transaction carries its BEGIN; an error of a constraint shows that BEGIN ran.
#[tokio::test]
async fn a_first_statement_that_breaks_a_constraint_leaves_the_transaction_open() {
    let t = Engine::Sqlite.kernel().await;
    let db = t.kernel.db();
    let mut tx = db.begin().await.unwrap();
    put(&mut tx, "one").await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = db.begin().await.unwrap();
    assert!(is_duplicate(&put(&mut tx, "one").await.unwrap_err()));
    put(&mut tx, "two").await.unwrap();
    drop(tx);
    assert_eq!(names(db).await, ["one"], "it was one transaction, and was undone");
}

/// If BEGIN may have failed, nothing more may be written: it would be committed at once.
#[tokio::test]
async fn a_transaction_that_could_not_begin_writes_nothing() {
    let t = Engine::Sqlite.kernel().await;
    let db = t.kernel.db();
    let mut tx = db.begin().await.unwrap();
    assert!(tx.write("SELECT nothing FROM nowhere").execute().await.is_err());
    assert!(matches!(put(&mut tx, "stray").await, Err(sqlx::Error::BeginFailed)));
    assert!(matches!(tx.commit().await, Err(sqlx::Error::BeginFailed)));
    let mut tx = db.begin().await.unwrap();
    put(&mut tx, "next").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(names(db).await, ["next"]);
}

/// SQLite's readers cannot write, not even without a transaction.
#[tokio::test]
async fn a_lone_statement_cannot_write() {
    let t = Engine::Sqlite.kernel().await;
    let sql = "INSERT INTO consumed (purpose, key_hash, expires_at) VALUES ('test', 'stray', 0)";
    assert!(t.kernel.db().autocommit().await.unwrap().write_anyway(sql).execute().await.is_err());
    assert_eq!(names(t.kernel.db()).await, [""; 0]);
}

/// Types know nothing of the text: tests find a statement that writes and was begun as one that reads.
#[tokio::test]
#[should_panic(expected = "begun as one that reads")]
async fn a_statement_that_writes_is_begun_as_one() {
    let t = Engine::Sqlite.kernel().await;
    let mut tx = t.kernel.db().begin().await.unwrap();
    let _ = tx
        .query("DELETE FROM consumed WHERE")
        .push(" key_hash = ", "x")
        .sql(" RETURNING key_hash")
        .all::<(String,)>()
        .await;
}

/// With many writers at once, some of which give up half-way, every committed row is there once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writers_that_give_up_disturb_nobody() {
    let t = std::sync::Arc::new(Engine::Sqlite.kernel().await);
    let writers = (0..64).map(|n| {
        let t = std::sync::Arc::clone(&t);
        tokio::spawn(async move { one_writer(&t, n).await })
    });
    futures::future::join_all(writers).await.into_iter().for_each(|done| done.unwrap());
    let expected: Vec<_> = (0..64).filter(|n| n % 3 == 0).map(|n| format!("{n:02}")).collect();
    assert_eq!(names(t.kernel.db()).await, expected);
}

async fn one_writer(t: &TestKernel, n: usize) {
    let mut cx = Ctx::system(&t.kernel, "test");
    let name = Id::from_text(format!("{n:02}"));
    put(cx.db().await.unwrap(), name.as_str()).await.unwrap();
    match n % 3 {
        0 => cx.commit().await.unwrap(),
        1 => drop(cx),
        _ => {
            let mut more = Box::pin(put(cx.db().await.unwrap(), "more"));
            let _ = futures::poll!(&mut more);
        }
    }
}
