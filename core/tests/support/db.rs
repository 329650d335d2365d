//! A separate database for every test, on either engine, copied from one migrated template.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use cardea::kernel::Kernel;
use cardea::kernel::clock::{FixedClock, SeededEntropy, Time};
use cardea::kernel::db::Db;
use cardea::kernel::seal::Sealer;
use tokio::sync::OnceCell;

/// 2026-01-05T08:00:00Z, a Monday: the time at which tests begin.
pub const START: Time = Time(1_767_600_000_000);
/// The master key of tests.
pub const MASTER_KEY: &str = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=";

/// The engines on which everything is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// A kernel with a database of its own.
#[derive(Clone)]
pub struct TestKernel {
    pub kernel: Kernel,
    pub clock: Arc<FixedClock>,
    /// The database's address, for a second opening.
    pub url: String,
    _home: Arc<Home>,
}

/// The place of a test's database, removed when unused: hundreds of leftovers fill a disk.
enum Home {
    Folder(#[allow(dead_code, reason = "removed when it is dropped")] tempfile::TempDir),
    Database(String),
}

impl TestKernel {
    /// Another process over the same database and clock.
    #[allow(dead_code, reason = "of the crates that share this file, only the library's tests ask for one")]
    pub async fn elsewhere(&self) -> Self {
        let db = Db::open(&self.url, 5).await.unwrap();
        let entropy = Arc::new(SeededEntropy::new(11));
        let sealer = Sealer::parse(MASTER_KEY).unwrap();
        let kernel = Kernel::open(db, self.clock.clone(), entropy, sealer).await.unwrap();
        Self { kernel, ..self.clone() }
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        if let Self::Database(name) = self {
            OVER.lock().unwrap().push(std::mem::take(name));
        }
    }
}

/// Unused databases. The next test that needs one removes these first, as a drop cannot wait for a server.
static OVER: std::sync::Mutex<Vec<String>> = std::sync::Mutex::new(Vec::new());
static NEXT: AtomicU32 = AtomicU32::new(0);
/// One copy at a time: a template must have no other user while it is copied.
static COPYING: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// `postgres://…` of a server that tests may fill with databases.
#[expect(clippy::disallowed_methods, reason = "the server that `make test` started")]
fn postgres() -> String {
    std::env::var("CARDEA_TEST_POSTGRES_URL")
        .expect("CARDEA_TEST_POSTGRES_URL names a PostgreSQL server for tests; `make test` starts one")
}

fn with_database(url: &str, name: &str) -> String {
    let mut url = url::Url::parse(url).expect("a database URL");
    url.set_path(name);
    url.into()
}

async fn sqlite_template() -> &'static tempfile::TempDir {
    static TEMPLATE: OnceCell<tempfile::TempDir> = OnceCell::const_new();
    TEMPLATE
        .get_or_init(|| async {
            let dir = tempfile::tempdir().unwrap();
            let db = Db::open(&format!("sqlite://{}/template.db", dir.path().display()), 1).await.unwrap();
            db.migrate().await.unwrap();
            db.close().await;
            dir
        })
        .await
}

async fn admin() -> sqlx::PgConnection {
    use sqlx::Connection as _;
    sqlx::PgConnection::connect(&postgres()).await.expect("the PostgreSQL server for tests answers")
}

async fn postgres_template() -> &'static str {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    TEMPLATE
        .get_or_init(|| async {
            let name = format!("template_{}", std::process::id());
            create(&name, None).await;
            let db = Db::open(&with_database(&postgres(), &name), 1).await.unwrap();
            db.migrate().await.unwrap();
            db.close().await;
            name
        })
        .await
}

async fn create(name: &str, template: Option<&str>) {
    let mut admin = admin().await;
    let over = std::mem::take(&mut *OVER.lock().unwrap());
    let over = over.iter().map(|name| format!("DROP DATABASE {name} WITH (FORCE)"));
    let template = template.map_or(String::new(), |t| format!(" TEMPLATE {t}"));
    for sql in over.chain([format!("CREATE DATABASE {name}{template}")]) {
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut admin).await.unwrap();
    }
}

impl Engine {
    /// The address of an empty database of its own, as at a server's first start. An engine with a file has it in
    /// `dir`.
    #[allow(dead_code, reason = "of the crates that share this file, only the journeys start servers")]
    pub async fn empty(self, dir: &std::path::Path) -> String {
        match self {
            Self::Sqlite => format!("sqlite://{}", dir.join("cardea.db").display()),
            Self::Postgres => {
                let name = format!("empty_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
                create(&name, None).await;
                with_database(&postgres(), &name)
            }
        }
    }

    /// A new kernel on this engine: clock at [`START`], fixed seed.
    pub async fn kernel(self) -> TestKernel {
        let (url, home) = match self {
            Self::Sqlite => {
                let dir = tempfile::tempdir().unwrap();
                let file = dir.path().join("test.db");
                std::fs::copy(sqlite_template().await.path().join("template.db"), &file).unwrap();
                (format!("sqlite://{}", file.display()), Home::Folder(dir))
            }
            Self::Postgres => {
                let name = format!("test_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
                let template = postgres_template().await;
                let _one = COPYING.lock().await;
                create(&name, Some(template)).await;
                (with_database(&postgres(), &name), Home::Database(name))
            }
        };
        let db = Db::open(&url, 5).await.unwrap();
        let clock = Arc::new(FixedClock::at(START));
        let entropy = Arc::new(SeededEntropy::new(7));
        let sealer = Sealer::parse(MASTER_KEY).unwrap();
        let kernel = Kernel::open(db, clock.clone(), entropy, sealer).await.unwrap();
        TestKernel { kernel, clock, url, _home: Arc::new(home) }
    }
}

/// Runs an async test on both engines, each under its own name: `both!(fn name(engine) { … });`
#[macro_export]
macro_rules! both {
    ($(#[$meta:meta])* async fn $name:ident($engine:ident) $body:block) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            async fn run($engine: $crate::testing::Engine) $body
            $(#[$meta])* #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() { Box::pin(run($crate::testing::Engine::Sqlite)).await }
            $(#[$meta])* #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() { Box::pin(run($crate::testing::Engine::Postgres)).await }
        }
    };
}
