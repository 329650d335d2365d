//! How often PostgreSQL is asked and its answer awaited: what is counted is what a proxy before it sees.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use url::Url;

use super::super::Db;
use super::{names, put, put_later};
use crate::testing::{Engine, TestKernel};

/// The database through a proxy, and how often something was sent there after it had answered.
async fn watched(t: &TestKernel, connections: u32) -> (Db, Arc<AtomicU64>) {
    let mut url = Url::parse(&t.url).unwrap();
    let server = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap_or(5432));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    url.set_ip_host(listener.local_addr().unwrap().ip()).unwrap();
    url.set_port(Some(listener.local_addr().unwrap().port())).unwrap();
    let seen = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&seen);
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (mut from_client, mut to_client) = client.into_split();
            let (mut from_server, mut to_server) = TcpStream::connect(&server).await.unwrap().into_split();
            let answered = Arc::new(AtomicBool::new(true));
            let (asked, count) = (Arc::clone(&answered), Arc::clone(&count));
            tokio::spawn(async move {
                let mut buffer = vec![0; 1 << 16];
                while let Ok(read @ 1..) = from_client.read(&mut buffer).await {
                    if asked.swap(false, Ordering::SeqCst) {
                        count.fetch_add(1, Ordering::SeqCst);
                    }
                    to_server.write_all(&buffer[..read]).await.unwrap();
                }
            });
            tokio::spawn(async move {
                let mut buffer = vec![0; 1 << 16];
                while let Ok(read @ 1..) = from_server.read(&mut buffer).await {
                    answered.store(true, Ordering::SeqCst);
                    if to_client.write_all(&buffer[..read]).await.is_err() {
                        break;
                    }
                }
            });
        }
    });
    (Db::open(url.as_str(), connections).await.unwrap(), seen)
}

/// Counts by the proxy and by the database itself what is done the second time.
macro_rules! crossings {
    ($db:ident, $seen:ident, $done:expr) => {{
        $done;
        let before = ($seen.load(Ordering::SeqCst), $db.crossings().unwrap());
        $done;
        let after = ($seen.load(Ordering::SeqCst), $db.crossings().unwrap());
        assert_eq!(after.0 - before.0, after.1 - before.1, "what the proxy sees is what is counted");
        after.1 - before.1
    }};
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_written_at_once_crosses_once() {
    let t = Engine::Postgres.kernel().await;
    // One connection, so that what it has prepared is prepared.
    let (db, seen) = watched(&t, 1).await;
    let mut name = (0..).map(|n| format!("{n:02}"));
    let mut next = || name.next().unwrap();

    let nothing = crossings!(db, seen, db.begin().await.unwrap().commit().await.unwrap());
    let reading = crossings!(db, seen, assert!(names(&db).await.len() < 20));
    let one = crossings!(db, seen, {
        let mut tx = db.begin().await.unwrap();
        put_later(&mut tx, &next()).await.unwrap();
        tx.commit().await.unwrap();
    });
    let joined = crossings!(db, seen, {
        let mut tx = db.begin().await.unwrap();
        put_later(&mut tx, &next()).await.unwrap();
        let beside = tx.also("INSERT INTO consumed (purpose, key_hash, expires_at) VALUES ('test', ");
        beside.push("", next()).sql(", 0)").execute_later().await.unwrap();
        tx.commit().await.unwrap();
    });
    let awaited = crossings!(db, seen, {
        let mut tx = db.begin().await.unwrap();
        put(&mut tx, &next()).await.unwrap();
        put_later(&mut tx, &next()).await.unwrap();
        tx.commit().await.unwrap();
    });
    // BEGIN, a statement, the deferred one, COMMIT.
    assert_eq!((nothing, reading, one, joined, awaited), (0, 1, 1, 1, 4));
    let alone = crossings!(db, seen, {
        let name = next();
        let mut tx = db.begin().await.unwrap();
        let put = tx.write("INSERT INTO consumed (purpose, key_hash, expires_at) VALUES ('test', ");
        let (found,): (String,) =
            put.push("", name.clone()).sql(", 0) RETURNING key_hash").alone().await.unwrap().unwrap();
        assert_eq!(found, name);
        tx.commit().await.unwrap();
    });
    assert_eq!(alone, 1);
    assert_eq!(names(&db).await.len(), 12);
}

/// What is planned for its values is prepared each time, but on the connections of lists.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_planned_anew_crosses_once_in_a_list() {
    let t = Engine::Postgres.kernel().await;
    // Of five, one is for lists.
    let (db, seen) = watched(&t, 5).await;
    let pools: Vec<_> = db.connections().into_iter().map(|(pool, has)| (pool, has.max)).collect();
    assert_eq!(pools, [("all", 4), ("lists", 1)]);
    macro_rules! plans {
        ($db:ident, $reads:expr) => {{
            let mut tx = $reads.await.unwrap();
            let modes: Vec<(String,)> = tx.query("SELECT current_setting('plan_cache_mode')").all().await.unwrap();
            modes.into_iter().next().unwrap().0
        }};
    }
    assert_eq!(plans!(db, db.autocommit()), "auto");
    assert_eq!(plans!(db, db.listing()), "force_custom_plan");
    macro_rules! anew {
        ($reads:expr) => {{
            let mut tx = $reads.await.unwrap();
            let found: Vec<(i64,)> = tx
                .query("SELECT count(*) FROM consumed WHERE")
                .push(" key_hash = ", "a")
                .planned_anew()
                .all()
                .await
                .unwrap();
            assert_eq!(found, [(0,)]);
        }};
    }
    let (usual, list) = (crossings!(db, seen, anew!(db.autocommit())), crossings!(db, seen, anew!(db.listing())));
    assert_eq!((usual, list), (2, 1));
}

/// What joins a statement is undone with it, and it with what joins it.
#[tokio::test]
async fn of_what_is_written_at_once_all_is_kept_or_nothing() {
    let t = Engine::Postgres.kernel().await;
    let db = t.kernel.db();
    let mut tx = db.begin().await.unwrap();
    put(&mut tx, "there").await.unwrap();
    tx.commit().await.unwrap();
    for (first, second) in [("new", "there"), ("there", "new")] {
        let mut tx = db.begin().await.unwrap();
        put_later(&mut tx, first).await.unwrap();
        let beside = tx.also("INSERT INTO consumed (purpose, key_hash, expires_at) VALUES ('test', ");
        beside.push("", second.to_owned()).sql(", 0)").execute_later().await.unwrap();
        assert!(tx.commit().await.is_err());
    }
    assert_eq!(names(db).await, ["there"]);
}
