//! What waits for the one writer of SQLite is committed together, and each is kept or undone by itself.

use std::time::Duration;

use futures::future::{BoxFuture, join_all};

use super::super::{Bounds, Db, Trouble, is_duplicate, trouble};
use super::faults::{LARGE, bound};
use super::{names, put, put_and_read, put_later};
use crate::testing::{Engine, TestKernel};

type Commits<'a> = Vec<BoxFuture<'a, sqlx::Result<()>>>;

fn named<'a>(db: &'a Db, name: &'a str) -> BoxFuture<'a, sqlx::Result<()>> {
    Box::pin(async move {
        let mut tx = db.begin().await?;
        put_later(&mut tx, name).await?;
        tx.commit().await
    })
}

fn large(db: &Db) -> BoxFuture<'_, sqlx::Result<()>> {
    Box::pin(async move {
        let mut tx = db.begin().await?;
        let sql = "INSERT INTO storage_probe (id, octets, written_at) VALUES (7, $1, 0)";
        tx.write(sql).bind(vec![7_u8; LARGE]).execute_later().await?;
        tx.commit().await
    })
}

/// Commits all of these while somebody else writes: they wait for the writer together.
async fn together(db: &Db, mut all: Commits<'_>) -> Vec<sqlx::Result<()>> {
    let mut other = db.begin().await.unwrap();
    put(&mut other, "other").await.unwrap();
    for one in &mut all {
        assert!(futures::poll!(one).is_pending());
    }
    other.commit().await.unwrap();
    join_all(all).await
}

fn log_octets(t: &TestKernel) -> u64 {
    std::fs::metadata(format!("{}-wal", t.url.strip_prefix("sqlite://").unwrap())).map_or(0, |file| file.len())
}

#[tokio::test]
async fn what_waits_for_the_writer_is_one_commit() {
    let t = Engine::Sqlite.kernel().await;
    let db = t.kernel.db();
    let all: Vec<String> = (0..20).map(|n| format!("{n:02}")).collect();
    let before = log_octets(&t);
    for name in &all {
        named(db, name).await.unwrap();
    }
    let alone = log_octets(&t) - before;
    let all: Vec<String> = (20..40).map(|n| format!("{n:02}")).collect();
    let before = log_octets(&t);
    for done in together(db, all.iter().map(|name| named(db, name)).collect()).await {
        done.unwrap();
    }
    let together = log_octets(&t) - before;
    assert_eq!(names(db).await.len(), 41);
    // Twenty commits write a page of the table twenty times.
    assert!(together * 4 < alone, "{together} octets of the log instead of {alone}");
}

/// 2 is FULL: the log is synced before a commit returns.
#[tokio::test]
async fn a_commit_waits_for_the_disk() {
    let t = Engine::Sqlite.kernel().await;
    let mut tx = t.kernel.db().begin().await.unwrap();
    let (level,): (i64,) = tx.query("PRAGMA synchronous").one().await.unwrap();
    let (journal,): (String,) = tx.query("PRAGMA journal_mode").one().await.unwrap();
    assert_eq!((level, journal.as_str()), (2, "wal"));
}

#[tokio::test]
async fn of_what_is_committed_together_each_is_kept_or_undone_by_itself() {
    let t = Engine::Sqlite.kernel().await;
    let db = t.kernel.db();
    let asked = ["a", "b", "a", "c", "other", "d"];
    let done = together(db, asked.iter().map(|name| named(db, name)).collect()).await;
    let refused: Vec<bool> = done.iter().map(|done| done.as_ref().is_err_and(is_duplicate)).collect();
    assert_eq!(refused, [false, false, true, false, true, false], "{done:?}");
    assert_eq!(names(db).await, ["a", "b", "c", "d", "other"]);
}

#[tokio::test]
async fn of_what_is_committed_together_each_hears_what_it_asked_for() {
    let t = Engine::Sqlite.kernel().await;
    let db = t.kernel.db();
    let names_of: Vec<String> = (0..5).map(|n| n.to_string()).collect();
    let mut heard: Vec<BoxFuture<'_, sqlx::Result<Option<String>>>> = Vec::new();
    for name in names_of.iter().chain(&names_of[..1]) {
        heard.push(Box::pin(put_and_read(db, name)));
    }
    let mut other = db.begin().await.unwrap();
    put(&mut other, "other").await.unwrap();
    for one in &mut heard {
        assert!(futures::poll!(one).is_pending());
    }
    other.commit().await.unwrap();
    let mut heard: Vec<_> = join_all(heard).await;
    // The same name a second time.
    assert!(heard.pop().unwrap().as_ref().is_err_and(is_duplicate));
    let heard: Vec<_> = heard.into_iter().map(|one| one.unwrap().unwrap()).collect();
    assert_eq!(heard, names_of);
    assert_eq!(names(db).await.len(), 6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_for_which_there_is_no_space_does_not_take_the_others_with_it() {
    let t = Engine::Sqlite.kernel().await;
    let db = t.kernel.db();
    bound(&t, "PRAGMA max_page_count = 1").await;
    let done = together(db, vec![named(db, "a"), large(db), named(db, "b")]).await;
    let trouble: Vec<_> = done.iter().map(|done| done.as_ref().err().and_then(trouble)).collect();
    assert_eq!(trouble, [None, Some(Trouble::Full), None], "{done:?}");
    assert_eq!(names(db).await, ["a", "b", "other"]);
}

/// Nobody waits for the answer of a commit that is on its way; it is made all the same.
#[tokio::test]
async fn a_caller_who_is_gone_holds_nobody_up() {
    let t = Engine::Sqlite.kernel().await;
    let db = t.kernel.db();
    let mut other = db.begin().await.unwrap();
    put(&mut other, "other").await.unwrap();
    let (mut gone, mut waits) = (named(db, "gone"), named(db, "waits"));
    assert!(futures::poll!(&mut gone).is_pending() && futures::poll!(&mut waits).is_pending());
    drop(gone);
    other.commit().await.unwrap();
    waits.await.unwrap();
    assert_eq!(names(db).await, ["gone", "other", "waits"]);
}

/// Another process holds the file: whoever waits hears so after one wait, and not after one wait for each before them.
#[tokio::test]
async fn a_file_that_somebody_else_writes_is_waited_for_once() {
    let t = Engine::Sqlite.kernel().await;
    let short = Bounds { connections: 1, acquire: Duration::from_millis(50), statement: Duration::from_secs(5) };
    let db = Db::open_within(&t.url, short).await.unwrap();
    let mut elsewhere = t.kernel.db().begin().await.unwrap();
    put(&mut elsewhere, "elsewhere").await.unwrap();
    let names_of: Vec<String> = (0..3).map(|n| n.to_string()).collect();
    let mut all: Commits<'_> = names_of.iter().map(|name| named(&db, name)).collect();
    for one in &mut all {
        assert!(futures::poll!(one).is_pending());
    }
    for done in join_all(all).await {
        assert_eq!(done.as_ref().err().and_then(trouble), Some(Trouble::Busy), "{done:?}");
    }
    elsewhere.commit().await.unwrap();
    named(&db, "after").await.unwrap();
    assert_eq!(names(&db).await, ["after", "elsewhere"]);
}
