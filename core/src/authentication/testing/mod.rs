//! An HTTP test server with authentication and the modules above it, for the tests of all these modules.

mod browser;

pub(crate) use std::collections::BTreeMap;
use std::path::Path;
pub(crate) use std::sync::Arc;

pub(crate) use axum::Router;
pub(crate) use axum::body::Body;
pub(crate) use axum::http::{HeaderMap, Method, Request, StatusCode, header};
pub(crate) use axum::middleware::from_fn_with_state;
pub(crate) use browser::contract;
pub(crate) use futures::future::BoxFuture;
pub(crate) use serde_json::{Value, json};
pub(crate) use tower::ServiceExt as _;

pub(crate) use super::jwk::Jwk;
pub(crate) use super::transport::{ALG, ENC};
pub(crate) use super::{Sessions, Witness, authenticate};
pub(crate) use crate::config::{Channel, Config};
pub(crate) use crate::kernel::clock::Time;
pub(crate) use crate::kernel::ctx::Ctx;
pub(crate) use crate::kernel::db::Tx;
pub(crate) use crate::kernel::denials::audit_denials;
pub(crate) use crate::kernel::error::Error;
pub(crate) use crate::kernel::fold::fold;
pub(crate) use crate::kernel::http::{admin, documented, identify};
pub(crate) use crate::kernel::id::Id;
use crate::kernel::openapi::OpenApiRouter;
pub(crate) use crate::kernel::outbound::Outbound;
pub(crate) use crate::kernel::phone;
pub(crate) use crate::kernel::secret::Secret;
pub(crate) use crate::notify::Outbox;
pub(crate) use crate::testing::{Engine, TestKernel};
use crate::{account, invitations, signing};

pub(crate) use browser::{Answer, Browser};

/// A password that the rules accept.
pub const PASSWORD: &str = "Correct1horse";
/// The public address of the test server.
pub const ORIGIN: &str = "http://127.0.0.1:8080";

/// A witness that records the ended sessions, in the transaction that ends them.
#[derive(Debug)]
pub struct Notebook;

impl Witness for Notebook {
    fn ended<'a>(&'a self, cx: &'a mut Ctx, sessions: &'a [Id]) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            for session in sessions {
                let now = cx.now();
                let sql = "INSERT INTO settings (name, value, created_at) VALUES ($1, $2, $3)";
                let query = cx.db().await?.write(sql).bind(format!("ended {session}")).bind(Vec::<u8>::new());
                query.bind(now).execute().await?;
            }
            Ok(())
        })
    }
}

/// The documented operations of authentication and of the modules above it.
pub fn calls(sessions: Sessions) -> OpenApiRouter {
    super::router(sessions.clone())
        .merge(account::router(sessions.clone()))
        .merge(invitations::router(sessions.clone(), Arc::new(invitations::Nothing)))
        .merge(signing::router(sessions))
}

/// The administrators' operations of the same modules.
pub fn operations(sessions: Sessions) -> OpenApiRouter {
    super::admin_router(sessions.clone())
        .merge(account::admin_router(sessions.clone()))
        .merge(invitations::admin_router(sessions.clone()))
        .merge(signing::admin_router(sessions))
}

/// Sign-in over a kernel, with messages as files in `outbox` of the folder.
pub async fn opened(t: &TestKernel, dir: &Path, adjust: impl FnOnce(&mut Config)) -> (Sessions, Outbox) {
    super::tests::transport::install_key(&t.kernel).await;
    let mut config = Config { data_dir: dir.to_owned(), ..Config::default() };
    config.notify.channel = Channel::File;
    config.sign_in.captcha_work_bits = 10;
    config.sign_in.hash_passes = 1;
    adjust(&mut config);
    config.validate().unwrap();
    if config.sign_in.hash_memory_kib == Config::default().sign_in.hash_memory_kib {
        config.sign_in.hash_memory_kib = 64;
    }
    let sessions = Sessions::open(&t.kernel, &config, Arc::new(Notebook)).await.unwrap();
    let outbox = Outbox::open(&t.kernel, &config, &Outbound::new(vec![]), Arc::new(sessions.clone())).unwrap();
    (sessions, outbox)
}

/// The messages in the outbox of a folder, once all are sent, oldest first.
pub async fn messages(outbox: &Outbox, dir: &Path) -> Vec<Value> {
    while outbox.run_due().await.unwrap() > 0 {}
    let Ok(files) = std::fs::read_dir(dir.join("outbox")) else { return Vec::new() };
    let read = |file: std::io::Result<std::fs::DirEntry>| std::fs::read(file.unwrap().path()).unwrap();
    let mut all: Vec<Value> = files.map(|file| serde_json::from_slice(&read(file)).unwrap()).collect();
    all.sort_by_key(|message| (message["createdAt"].to_string(), message["id"].to_string()));
    all
}

/// A test server with a database of its own.
pub struct App {
    pub t: TestKernel,
    pub sessions: Sessions,
    pub router: Router,
    pub outbox: Outbox,
    dir: tempfile::TempDir,
}

impl App {
    pub async fn new(engine: Engine) -> Self {
        Self::with(engine, |_| {}).await
    }

    /// With other settings. Hashing is cheaper than the settings of a server allow.
    pub async fn with(engine: Engine, adjust: impl FnOnce(&mut Config)) -> Self {
        let t = engine.kernel().await;
        let dir = tempfile::tempdir().unwrap();
        let (sessions, outbox) = opened(&t, dir.path(), adjust).await;
        let (calls, _) = calls(sessions.clone()).split_for_parts();
        let (operations, _) = operations(sessions.clone()).split_for_parts();
        let denials = from_fn_with_state(t.kernel.clone(), audit_denials);
        let router = calls
            .fallback(|| async { StatusCode::NOT_FOUND })
            .layer((documented(), authenticate(sessions.clone())))
            .merge(operations.layer((admin(), authenticate(sessions.clone()), denials)))
            .layer(identify(t.kernel.clone()));
        Self { t, sessions, router, outbox, dir }
    }

    pub fn browser(&self) -> Browser {
        let (router, contract) = (self.router.clone(), contract(&self.sessions));
        Browser { router, contract, cookies: BTreeMap::new(), headers: HeaderMap::new(), peer: None }
    }

    /// How many sessions the witness was told of; each at most once.
    pub async fn told(&self) -> i64 {
        self.count("SELECT COUNT(*) FROM settings WHERE name LIKE 'ended %'").await
    }

    pub async fn tx(&self) -> Tx {
        self.t.kernel.db().begin().await.unwrap()
    }

    /// Runs a statement without parameters.
    pub async fn run(&self, sql: &'static str) {
        let mut tx = self.tx().await;
        tx.write(sql).execute().await.unwrap();
        tx.commit().await.unwrap();
    }

    /// The number that a statement selects.
    pub async fn count(&self, sql: &'static str) -> i64 {
        let mut tx = self.tx().await;
        let (n,): (i64,) = tx.write(sql).one().await.unwrap();
        n
    }

    /// A user with [`PASSWORD`], no role, and an id made from the name.
    pub async fn user(&self, name: &str) -> Id {
        let hash = self.sessions.hasher().hash(&Secret::new(PASSWORD)).await.unwrap();
        let id = Id::from_text(format!("id-{name}"));
        let mut tx = self.tx().await;
        tx.write(
            "INSERT INTO users (id, version, user_name, user_name_key, full_name, full_name_key, email, email_key, \
             email_valid, phone, phone_valid, password_hash, password_changed_at, password_reset, status, user_type, \
             remark, language, org, created_at, updated_at) \
             VALUES ($1, 1, $2, $3, $4, $5, $6, $6, $7, '13800000000', $7, $8, $9, $7, 0, 0, 'a remark', 'zh', \
             'local', $9, $9)",
        )
        .bind(id.clone())
        .bind(name.to_owned())
        .bind(fold(name))
        .bind(format!("{name} 全名"))
        .bind(fold(name))
        .bind(format!("{}@example.org", fold(name)))
        .bind(false)
        .bind(hash)
        .bind(self.t.kernel.now())
        .execute()
        .await
        .unwrap();
        tx.commit().await.unwrap();
        id
    }

    /// A user with a phone and a mailbox, both verified.
    pub async fn user_with_phone(&self, name: &str, number: &str) -> Id {
        let id = self.user_who_names(name, number).await;
        let mut tx = self.tx().await;
        let query = tx.write("UPDATE users SET email_valid = TRUE, phone_valid = TRUE");
        query.push(" WHERE id = ", id.clone()).execute().await.unwrap();
        tx.commit().await.unwrap();
        id
    }

    /// A user with an unverified phone.
    pub async fn user_who_names(&self, name: &str, number: &str) -> Id {
        let id = self.user(name).await;
        let mut tx = self.tx().await;
        let query = tx.write("UPDATE users SET").push(" phone = ", number.to_owned());
        let query = query.push(", phone_key = ", phone::key(number).unwrap()).push(" WHERE id = ", id.clone());
        query.execute().await.unwrap();
        tx.commit().await.unwrap();
        id
    }

    /// Sends the waiting messages; returns all sent so far, oldest first.
    pub async fn outbox(&self) -> Vec<Value> {
        messages(&self.outbox, self.dir.path()).await
    }

    /// A value of the latest message, such as its code.
    pub async fn latest(&self, value: &str) -> String {
        let all = self.outbox().await;
        all.last().expect("a message")["values"][value].as_str().expect("the value").to_owned()
    }

    /// A role: 1 system, 2 tenant.
    pub async fn role(&self, id: &'static str, role_type: i64, super_admin: bool) {
        let mut tx = self.tx().await;
        tx.write(
            "INSERT INTO roles (id, version, name, description, status, role_type, super_admin, created_at, updated_at) \
             VALUES ($1, 1, $1, '', 0, $2, $3, 0, 0)",
        )
        .bind(id)
        .bind(role_type)
        .bind(super_admin)
        .execute()
        .await
        .unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn tenant(&self, id: &'static str, name: &'static str) {
        let mut tx = self.tx().await;
        tx.write(
            "INSERT INTO tenants (id, version, tenant_name, name_key, tenant_code, abbr, abbr_key, category_id, contact, \
             tel, email, postcode, address, created_at, updated_at) \
             VALUES ($1, 1, $2, $3, $1, $1, $1, '1', '', '', '', '', '', 0, 0)",
        )
        .bind(id)
        .bind(name)
        .bind(fold(name))
        .execute()
        .await
        .unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn member(&self, tenant: &'static str, user: &Id, role: Option<&'static str>) {
        let mut tx = self.tx().await;
        tx.write(
            "INSERT INTO memberships (id, version, tenant_id, user_id, role_id, enabled, join_date, updated_at) \
             VALUES ($1, 1, $2, $3, $4, 0, 0, 0)",
        )
        .bind(format!("{tenant}-{user}"))
        .bind(tenant)
        .bind(user.clone())
        .bind(role)
        .execute()
        .await
        .unwrap();
        tx.commit().await.unwrap();
    }

    /// The audit events, oldest first: action, record, outcome, reason, actor.
    pub async fn audit(&self) -> Vec<(String, String, String, String, String)> {
        let mut tx = self.tx().await;
        tx.query(
            "SELECT action, record_id, outcome, COALESCE(reason, '') AS reason, actor FROM audit_events ORDER BY at, id",
        )
        .all()
        .await
        .unwrap()
    }

    pub fn now(&self) -> Time {
        self.t.kernel.now()
    }
}

/// The key in a link to a page of this server.
#[track_caller]
pub fn key_of(link: &str, path: &str) -> String {
    let link = url::Url::parse(link).unwrap();
    assert_eq!((link.origin().ascii_serialization().as_str(), link.path()), (ORIGIN, path));
    link.query_pairs().find(|(name, _)| name == "key").unwrap().1.into_owned()
}

/// The operation that checks an invitation.
pub const LOOK: &str = "/api/account/email/getTenantUser";
/// Seconds of a day.
pub const DAY: i64 = 24 * 3600;
