//! Tests of `authorisation` over its own routes, with the EDC plugin as a vendor builds it and EDC's simulator on
//! loopback. `.ci/guest.sh` builds the plugin, so `make test` has it ready.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use cardea_simulator::{Options, Running, Simulator};
use serde_json::{Value, json};
use tower::ServiceExt as _;

use self::face::{Answer, face};
use self::revoking::Tokens;
use super::{Authorisation, Change, Enrolment, enrol, install};
use crate::both;
use crate::host::{Budget, Budgets, HostSettings, PluginHost, PluginInfo, PublicKey};
use crate::kernel::ctx::{Act, Allowed, Ctx, Permission, ReadCtx, Who};
use crate::kernel::id::Id;
use crate::kernel::outbound::Outbound;
use crate::kernel::secret::Secret;
use crate::resources::domains::{self, NewStudyBinding, StudyBinding, TenantDomain};
use crate::resources::members::{self, NewMembers};
use crate::resources::roles::RoleType;
use crate::resources::sites::{self, StudySite};
use crate::resources::software::Software;
use crate::resources::tenants::Tenant;
use crate::resources::testing as fixtures;
use crate::resources::users::User;
use crate::testing::{Engine, TestKernel};

mod activation;
mod allowed;
mod attacks;
mod authorising;
mod blinding;
mod chooser;
mod configuration;
mod drift;
mod durability;
mod face;
mod failing;
mod filled;
mod gate;
mod initialising;
mod ledger;
mod management;
mod measure;
mod of_person;
mod panels;
mod preauthorising;
mod requests;
mod revoking;
mod seats;
mod standing;
mod systems;
mod versions;

/// The simulator's API key.
const API_KEY: &str = "k3y";

/// A tenant whose EDC has a plugin: studies `A-01` (sites `S01`, `S02`) and `B-01` (site `S01`), members `zhang` and
/// `lina`, and `outsider`, who is not a member.
struct World {
    t: TestKernel,
    authorisation: Authorisation,
    face: axum::Router,
    system: Option<Running>,
    here: Tenant,
    there: Tenant,
    edc: Software,
    domain: TenantDomain,
    /// Of `A-01`, `B-01`, and of the other tenant's `C-01`.
    bound: Vec<StudyBinding>,
    /// Of `A-01`.
    sites: Vec<StudySite>,
    zhang: User,
    li: User,
    outsider: User,
}

/// The text of `key` in each element.
fn each<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|entry| entry[key].as_str().unwrap_or_default()).collect()
}

/// Budgets that suffice on a busy machine, and no pauses.
fn roomy() -> HostSettings {
    // Compiled once for all tests.
    static COMPILED: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());
    let budget = Budget { cpu_ticks: 6_000, wall: Duration::from_mins(2) };
    let mut settings = HostSettings {
        cache_dir: Some(COMPILED.path().join("compiled")),
        budgets: Budgets { panel: budget, options: budget, apply: budget, claims: budget },
        ..HostSettings::default()
    };
    settings.http.backoff = Duration::from_millis(1);
    settings.http.timeout = Duration::from_mins(2);
    settings
}

/// A file of this build.
fn built(path: &str) -> Vec<u8> {
    let file: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read(&file)
        .unwrap_or_else(|error| panic!("{}: {error}; build the guests with .ci/guest.sh", file.display()))
}

fn authorisation(t: &TestKernel, settings: HostSettings) -> Authorisation {
    let clock = t.clock.clone();
    let now = move || u64::try_from(crate::kernel::clock::Clock::now(clock.as_ref()).0).unwrap();
    let outbound = Outbound::new(vec!["127.0.0.0/8".parse().unwrap()]);
    let host = PluginHost::new(settings, &outbound, Arc::new(now)).unwrap();
    Authorisation::new(t.kernel.clone(), host, Arc::new(Tokens))
}

/// Adds one study to a tenant and binds it.
async fn study(
    cx: &mut Ctx,
    tenant: &Tenant,
    domain: &TenantDomain,
    name: &str,
    code: &str,
    at: &Running,
) -> StudyBinding {
    let study = fixtures::study(cx, tenant, name, code).await;
    let new = NewStudyBinding {
        study_id: study.id,
        tenant_domain_id: domain.id.clone(),
        role_api_request: at.role_api(),
        role_api_response: at.callback_api(),
    };
    domains::bind(cx, new).await.unwrap()
}

/// Adds a new site to the studies, with the same code in each.
async fn site(cx: &mut Ctx, tenant: &Tenant, bound: &[&StudyBinding], code: &str) -> StudySite {
    let new = fixtures::new_site(&format!("Hospital {code}"));
    let global = sites::create(cx, new, false).await.unwrap();
    let place = sites::add_to_tenant(cx, &tenant.id, &global.id, &global.site_name).await.unwrap();
    let mut made = Vec::new();
    for one in bound {
        made.push(sites::add_to_study(cx, &one.study_id, &place.id, code).await.unwrap());
    }
    made.swap_remove(0)
}

async fn join(cx: &mut Ctx, tenant: &Tenant, people: &[&User]) {
    let role = fixtures::role(cx, "Member", RoleType::Tenant, &[(Permission::Studies, Act::View)]).await;
    let new = NewMembers {
        tenant_id: tenant.id.clone(),
        user_ids: people.iter().map(|user| user.id.clone()).collect(),
        role: Some(role.id),
        type_id: Some(Id::from("3-site")),
        position_id: Some(Id::from("2-cra")),
    };
    members::add(cx, new).await.unwrap();
}

impl World {
    async fn new(engine: Engine) -> Self {
        Self::with(engine, roomy()).await
    }

    /// A world is large, and so is what makes it: it is kept out of the tests' own futures.
    async fn with(engine: Engine, settings: HostSettings) -> Self {
        Box::pin(Self::made(engine, settings)).await
    }

    async fn made(engine: Engine, settings: HostSettings) -> Self {
        let t = engine.kernel().await;
        let options = Options::new(cardea_simulator::Software::Edc, "http://127.0.0.1:1", "edc", API_KEY);
        let system = Simulator::start(options).await.unwrap();
        let mut cx = fixtures::system(&t.kernel);
        crate::resources::seed(&mut cx).await.unwrap();
        let (here, there) = (fixtures::tenant(&mut cx, "Here").await, fixtures::tenant(&mut cx, "There").await);
        let edc = fixtures::edc(&mut cx).await;
        fixtures::give_licence(&mut cx, fixtures::licence(&here, &edc)).await;
        let domain = fixtures::domain(&mut cx, &here, &edc).await;
        domains::set_credential(&mut cx, &domain.id, &Secret::new(API_KEY.to_owned())).await.unwrap();
        let away = fixtures::domain(&mut cx, &there, &edc).await;
        let bound = vec![
            study(&mut cx, &here, &domain, "Alpha", "A-01", &system).await,
            study(&mut cx, &here, &domain, "Beta", "B-01", &system).await,
            study(&mut cx, &there, &away, "Gamma", "C-01", &system).await,
        ];
        let sites = vec![
            site(&mut cx, &here, &[&bound[0], &bound[1]], "S01").await,
            site(&mut cx, &here, &[&bound[0]], "S02").await,
        ];
        let zhang = fixtures::user(&mut cx, "zhang", None).await;
        let li = fixtures::user(&mut cx, "lina", None).await;
        let outsider = fixtures::user(&mut cx, "outsider", None).await;
        join(&mut cx, &here, &[&zhang, &li]).await;
        cx.commit().await.unwrap();
        let authorisation = authorisation(&t, settings);
        let face = face(&authorisation);
        let system = Some(system);
        let world =
            Self { t, authorisation, face, system, here, there, edc, domain, bound, sites, zhang, li, outsider };
        world.install(built("plugins/dist/edc.cardea")).await;
        world
    }

    /// Trusts this build's publisher and installs one of its bundles.
    async fn install(&self, bundle: Vec<u8>) -> PluginInfo {
        let key = String::from_utf8(built("plugins/dist/publisher.pub")).unwrap();
        self.install_of(key.trim().parse::<PublicKey>().unwrap(), bundle).await
    }

    async fn install_of(&self, key: PublicKey, bundle: Vec<u8>) -> PluginInfo {
        let mut cx = fixtures::system(&self.t.kernel);
        let web_codes = ["020".to_owned(), "999".to_owned()];
        enrol(&mut cx, Enrolment { name: "Vendor", key, web_codes: &web_codes, shipped: false }).await.unwrap();
        cx.commit().await.unwrap();
        install(fixtures::system(&self.t.kernel), &self.authorisation.host, bundle, Change::Wanted).await.unwrap()
    }

    fn system(&self) -> &Running {
        self.system.as_ref().unwrap()
    }

    /// A user who may authorise in the first tenant only.
    fn manager(&self, act: Act) -> Who {
        let allowed = Allowed::Menus([(Permission::UserAllowed, act)].into());
        fixtures::person(&Id::from("manager"), Allowed::Nothing, &[(&self.here, allowed)])
    }

    /// A user who may authorise in the other tenant only.
    fn manager_there(&self) -> Who {
        let allowed = Allowed::Menus([(Permission::UserAllowed, Act::Edit)].into());
        fixtures::person(&Id::from("manager"), Allowed::Nothing, &[(&self.there, allowed)])
    }

    /// Calls with a body of any kind.
    async fn raw(&self, who: &Who, language: &str, method: &str, path: &str, body: impl Into<Body>) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header("content-type", "application/json")
            .header("accept-language", language)
            .body(body.into())
            .unwrap();
        request.extensions_mut().insert(who.clone());
        let (parts, body) = self.face.clone().oneshot(request).await.unwrap().into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Answer { status: parts.status, headers: parts.headers, body }
    }

    /// A panel's address in the first tenant.
    fn at(&self, rest: &str) -> String {
        format!("/api/admin/panels/{}{rest}", self.edc.id)
    }

    async fn get(&self, path: &str) -> Answer {
        self.raw(&self.manager(Act::View), "en", "GET", path, "").await
    }

    async fn definition(&self, language: &str) -> Answer {
        let path = self.at(&format!("?tenantId={}", self.here.id));
        self.raw(&self.manager(Act::View), language, "GET", &path, "").await
    }

    /// Calls the panel, with the tenant added.
    async fn ask(&self, what: &str, body: Value) -> Answer {
        self.ask_in("en", what, body).await
    }

    async fn ask_in(&self, language: &str, what: &str, mut body: Value) -> Answer {
        body["tenantId"] = json!(self.here.id);
        let path = self.at(&format!("/{what}"));
        self.raw(&self.manager(Act::Edit), language, "POST", &path, body.to_string()).await
    }

    /// A row of the panel for the first study: these of its sites, a module role, and a role in an environment.
    fn row(&self, sites: &[usize], module: &str, role: &str, environment: &str) -> Value {
        let sites: Vec<_> = sites.iter().map(|n| self.sites[*n].id.as_str()).collect();
        json!({"cells": {
            "project": {"picks": [self.bound[0].id]},
            "sites": {"picks": sites},
            "moduleRoles": {"picks": [module]},
            "roleEnvironment": {"pairs": [{"role": role, "environment": environment}]},
        }})
    }

    /// A request without its people.
    fn request(&self, row: &Value) -> Value {
        json!({"tenantId": self.here.id, "userRole": "CRA", "userTypeId": "3-site", "grants": [row]})
    }

    /// A batch's progress, once it is done.
    async fn done(&self, batch: &str, language: &str) -> Value {
        let path = format!("/api/admin/panels/batches/{batch}");
        let polled = async {
            // Polls as the console does, but not so often that it keeps the runner from the database.
            let mut beat = tokio::time::interval(Duration::from_millis(10));
            loop {
                beat.tick().await;
                let answer = self.raw(&self.manager(Act::View), language, "GET", &path, "").await;
                assert_eq!(answer.status, 200, "{answer:?}");
                if answer.body["state"] == "done" {
                    return answer.body;
                }
            }
        };
        tokio::time::timeout(Duration::from_mins(2), polled).await.expect("the batch ends")
    }

    /// Authorises and waits for the end.
    async fn authorise(&self, row: &Value, users: &[&User], emails: &[&str]) -> Value {
        let mut body = self.request(row);
        body["userIds"] = users.iter().map(|user| json!(user.id)).collect();
        body["emails"] = json!(emails);
        let accepted = self.ask("authorise", body).await;
        assert_eq!(accepted.status, 202, "{accepted:?}");
        self.done(accepted.body["batchId"].as_str().unwrap(), "en").await
    }

    /// The claims of the person's token about the system's studies.
    async fn claims(&self, user: &User) -> Value {
        let mut cx = ReadCtx::system(&self.t.kernel).autocommit();
        let found = super::trial_claims(&mut cx, &user.id, Some(&self.edc.id), &self.here.id).await.unwrap();
        found.map_or_else(Vec::new, |(_, studies)| studies).into()
    }

    /// The systems that a person can open from the portal.
    async fn reachable(&self, user: &User) -> Value {
        let who = fixtures::person(&user.id, Allowed::Nothing, &[]);
        let answer = self.raw(&who, "en", "GET", "/api/sys/user/software", "").await;
        assert_eq!((answer.status, &answer.body["code"]), (StatusCode::OK, &json!("200")));
        answer.body["data"].clone()
    }

    /// The audit's rows on a resource.
    async fn audited(&self, resource: &'static str) -> Vec<Noted> {
        let mut cx = ReadCtx::system(&self.t.kernel);
        let query =
            cx.db().await.unwrap().query(
                "SELECT action, actor, request_id, record_id, tenant_id, after, reason, outcome FROM audit_events",
            );
        query.push(" WHERE resource = ", resource).sql(" ORDER BY at, id").all().await.unwrap()
    }

    /// Runs a statement for which there is no operation yet.
    async fn alter(&self, sql: &'static str, id: &Id) {
        let mut cx = fixtures::system(&self.t.kernel);
        let changed = cx.db().await.unwrap().write(sql).bind(id.clone()).execute().await.unwrap();
        assert_eq!(changed, 1);
        cx.commit().await.unwrap();
    }
}

/// A row of the audit.
#[derive(Debug, sqlx::FromRow)]
struct Noted {
    action: String,
    actor: String,
    request_id: String,
    record_id: String,
    tenant_id: Option<String>,
    after: Option<String>,
    reason: Option<String>,
    outcome: String,
}

impl Noted {
    fn after(&self) -> Value {
        serde_json::from_str(self.after.as_deref().unwrap_or("null")).unwrap()
    }
}
