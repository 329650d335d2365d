//! Faults of a database, and the errors that they become.

use std::time::Duration;

use super::super::{Bounds, Db, Trouble, trouble};
use super::{names, put};
use crate::both;
use crate::kernel::error::{Code, Error};
use crate::kernel::readiness::Readiness;
use crate::testing::{Engine, TestKernel};

/// More octets than are free.
pub(super) const LARGE: usize = 4 << 20;

/// Bounds the size of the database's file, or lifts the bound.
pub(super) async fn bound(t: &TestKernel, pages: &'static str) {
    let mut tx = t.kernel.db().begin().await.unwrap();
    tx.query(pages).optional::<(i64,)>().await.unwrap();
    tx.commit().await.unwrap();
}

async fn put_large(db: &Db) -> Result<(), Error> {
    let mut tx = db.begin().await?;
    tx.write("INSERT INTO storage_probe (id, octets, written_at) VALUES (7, $1, 0)")
        .bind(vec![7_u8; LARGE])
        .execute()
        .await?;
    Ok(tx.commit().await?)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_cannot_grow_refuses_writes_until_it_can() {
    let t = Engine::Sqlite.kernel().await;
    let (db, readiness) = (t.kernel.db(), Readiness::default());
    readiness.check(&t.kernel).await.unwrap();
    bound(&t, "PRAGMA max_page_count = 1").await;
    let error = put_large(db).await.unwrap_err();
    assert_eq!((error.code, error.code.documented_status().as_u16()), (Code::StorageFull, 507));
    // The readiness check reports it once more after it happened.
    assert_eq!(readiness.check(&t.kernel).await.unwrap_err().code, Code::StorageFull);
    // Reads go on, and so does the writer itself.
    assert_eq!(names(db).await, [""; 0]);
    bound(&t, "PRAGMA max_page_count = 1000000").await;
    readiness.check(&t.kernel).await.unwrap();
    put_large(db).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    put(&mut tx, "after").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(names(db).await, ["after"]);
}

/// The server's error for a statement that raises this state.
async fn raised(t: &TestKernel, sql: &'static str) -> Error {
    let mut tx = t.kernel.db().begin().await.unwrap();
    Error::from(tx.write(sql).execute().await.unwrap_err())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_postgresql_says_is_understood() {
    let t = Engine::Postgres.kernel().await;
    macro_rules! state {
        ($state:literal) => {
            raised(&t, concat!("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '", $state, "'; END $$")).await
        };
    }
    for (error, code, again) in [
        (state!("53100"), Code::StorageFull, false),
        (state!("58030"), Code::StorageFull, false),
        (state!("57P01"), Code::Away, true),
        (state!("57P03"), Code::Away, true),
        (state!("08006"), Code::Away, true),
        (state!("25006"), Code::Away, true),
        (state!("53300"), Code::Busy, true),
        (state!("57014"), Code::Busy, true),
        (state!("40001"), Code::Busy, true),
        (state!("40P01"), Code::Busy, true),
        (state!("55P03"), Code::Busy, true),
        (state!("22012"), Code::Internal, false),
        (state!("23514"), Code::Internal, false),
    ] {
        assert_eq!((error.code, error.retry_after.is_some()), (code, again), "{error:?}");
    }
}

#[test]
fn what_the_network_says_is_understood() {
    use std::io::{Error as Io, ErrorKind};
    for (kind, what) in [
        (ErrorKind::ConnectionRefused, Trouble::Away),
        (ErrorKind::ConnectionReset, Trouble::Away),
        (ErrorKind::BrokenPipe, Trouble::Away),
        (ErrorKind::UnexpectedEof, Trouble::Away),
        (ErrorKind::TimedOut, Trouble::Busy),
        (ErrorKind::StorageFull, Trouble::Full),
    ] {
        assert_eq!(trouble(&sqlx::Error::Io(Io::from(kind))), Some(what), "{kind}");
    }
    assert_eq!(trouble(&sqlx::Error::PoolTimedOut), Some(Trouble::Busy));
    assert_eq!(trouble(&sqlx::Error::RowNotFound), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_statement_that_takes_too_long_is_given_up_with_its_connection() {
    let t = Engine::Postgres.kernel().await;
    let short = Bounds { connections: 1, acquire: Duration::from_secs(5), statement: Duration::from_millis(100) };
    let db = Db::open_within(&t.url, short).await.unwrap();
    let mut held = t.kernel.db().begin().await.unwrap();
    put(&mut held, "held").await.unwrap();
    let mut waits = db.begin().await.unwrap();
    let error = put(&mut waits, "held").await.unwrap_err();
    assert_eq!(Error::from(error).code, Code::Busy);
    let error = put(&mut waits, "more").await.unwrap_err();
    assert_eq!(Error::from(error).code, Code::Away, "of this transaction nothing will be kept");
    assert!(waits.commit().await.is_err(), "and that is what is said");
    held.commit().await.unwrap();
    // The one connection that there may be is in use by another.
    let mut next = db.begin().await.unwrap();
    put(&mut next, "next").await.unwrap();
    next.commit().await.unwrap();
    assert_eq!(names(&db).await, ["held", "next"]);
}

both! {
    async fn a_transaction_that_was_left_in_the_middle_gives_its_connection_back(engine) {
        let t = engine.kernel().await;
        let db = Db::open(&t.url, 1).await.unwrap();
        for round in 0..5 {
            let mut cut = db.begin().await.unwrap();
            {
                let mut statement = Box::pin(put(&mut cut, "cut"));
                let _ = futures::poll!(&mut statement);
            }
            drop(cut);
            drop(db.autocommit().await.unwrap());
            drop(db.begin_read().await.unwrap());
            assert_eq!(names(&db).await, [""; 0], "{round}");
        }
    }
}
