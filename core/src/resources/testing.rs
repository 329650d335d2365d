//! Fixtures of the modules' tests: one tenant with a study, sites and a bound system.

mod fakes;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock};

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use axum::middleware::from_fn_with_state;
use serde_json::Value;
use tower::ServiceExt as _;

use crate::contract::Contract;
use crate::files::Files;
use crate::kernel::Kernel;
use crate::kernel::ctx::{Act, Allowed, Ctx, Permission, Person, Who};
use crate::kernel::denials::audit_denials;
use crate::kernel::error::Text;
use crate::kernel::http;
use crate::kernel::id::Id;
use crate::kernel::openapi::OpenApiRouter;
use crate::kernel::resource::input::Number;
use crate::kernel::secret::Secret;
use crate::resources::domains::{self, NewStudyBinding, NewTenantDomain, StudyBinding, TenantDomain};
use crate::resources::follow::Unfollowed;
use crate::resources::licences::{self, NewLicence};
use crate::resources::members::{self, Member};
use crate::resources::roles::{self, NewRole, Role, RoleType};
use crate::resources::router;
use crate::resources::sheet::Exports;
use crate::resources::sites::SiteInput;
use crate::resources::software::{self, AuthorizationStyle, Software, SoftwareInput};
use crate::resources::studies::{self, NewStudy, Study};
use crate::resources::tenants::{self, Tenant, TenantInput};
use crate::resources::users::{self, User, UserInput, Users};
use crate::testing::START;

pub use self::fakes::Recently;
use self::fakes::{Alone, Centre, Ender, Locks, Marker, Silent, Teller};

/// A context of the server as the actor.
pub fn system(kernel: &Kernel) -> Ctx {
    Ctx::system(kernel, "test")
}

pub async fn tenant(cx: &mut Ctx, name: &str) -> Tenant {
    let input = TenantInput {
        tenant_name: Some(name.into()),
        abbr: Some(name.chars().take(3).collect()),
        category_id: Some("1-cro".into()),
        ..TenantInput::default()
    };
    tenants::create(cx, input).await.unwrap()
}

/// A site without a region.
pub fn new_site(name: &str) -> SiteInput {
    SiteInput {
        site_name: Some(name.into()),
        level_id: Some("11-3a".into()),
        type_id: Some("12-general".into()),
        ..SiteInput::default()
    }
}

pub fn user_input(name: &str) -> UserInput {
    UserInput {
        full_name: Some(format!("{name} Full")),
        user_name: Some(name.into()),
        email: Some(format!("{name}@example.com")),
        phone: Some("13800000000".into()),
        ..UserInput::default()
    }
}

pub async fn user(cx: &mut Ctx, name: &str, role: Option<&Role>) -> User {
    let input = UserInput { role_id: Some(role.map(|r| r.id.clone())), ..user_input(name) };
    users::create(cx, &input, None).await.unwrap()
}

pub async fn role(cx: &mut Ctx, name: &str, kind: RoleType, menus: &[(Permission, Act)]) -> Role {
    let (name, super_admin) = (name.to_owned(), menus.is_empty());
    let new = NewRole { name, description: String::new(), role_type: kind, super_admin, menus: menus.to_vec() };
    roles::create(cx, new).await.unwrap()
}

/// A platform role without permissions, for users that need a role: `plain`.
pub async fn plain_role(cx: &mut Ctx) {
    let insert = "INSERT INTO roles (id, version, name, description, status, role_type, super_admin, created_at, \
         updated_at) VALUES ('plain', 1, 'Plain', '', 0, 1, FALSE, 0, 0)";
    cx.db().await.unwrap().write(insert).execute().await.unwrap();
}

/// The same person with a recent proof.
pub fn proven(who: &Who, kernel: &Kernel) -> Who {
    let Who::Person(person) = who else { return who.clone() };
    Who::Person(Box::new(Person { auth_time: kernel.now(), ..(**person).clone() }))
}

/// 1001 people, more than a search reads: `crowd10001` and on, all with one full name.
pub async fn crowd(cx: &mut Ctx) {
    let insert = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001), \
         person(id, name) AS (SELECT 'c' || CAST(10000 + i AS TEXT), 'crowd' || CAST(10000 + i AS TEXT) FROM n) \
         INSERT INTO users (id, version, user_name, user_name_key, full_name, full_name_key, email, email_key, \
         email_valid, phone, phone_valid, password_reset, status, user_type, remark, language, org, created_at, \
         updated_at, phone_key) SELECT id, 1, name, name, 'Crowd', 'crowd', name || '@x.cn', name || '@x.cn', TRUE, \
         '', FALSE, FALSE, 0, 0, '', 'zh', 'local', 0, 0, '' FROM person";
    cx.db().await.unwrap().write(insert).execute().await.unwrap();
}

/// Makes a user a member of a tenant, without a role.
pub async fn member(cx: &mut Ctx, tenant: &Tenant, user: &User) -> Member {
    let id = cx.new_id();
    let now = cx.now();
    let insert = "INSERT INTO memberships (id, version, tenant_id, user_id, enabled, join_date, updated_at) \
         VALUES ($1, 1, $2, $3, 0, $4, $4)";
    let query = cx.db().await.unwrap().write(insert).bind(id.clone()).bind(tenant.id.clone());
    query.bind(user.id.clone()).bind(now).execute().await.unwrap();
    members::get(cx, &id).await.unwrap().unwrap()
}

pub async fn study(cx: &mut Ctx, tenant: &Tenant, name: &str, code: &str) -> Study {
    let new = NewStudy {
        tenant_id: tenant.id.clone(),
        study_name: name.into(),
        study_code: code.into(),
        plan_code: format!("P-{code}"),
        sponsor: "Sponsor".into(),
    };
    studies::create(cx, new).await.unwrap()
}

/// The form of a system with this web code.
pub fn software_input(name: &str, web_code: &str, style: AuthorizationStyle) -> SoftwareInput {
    SoftwareInput {
        software_name: Some(name.into()),
        web_code: Some(web_code.into()),
        app_code: Some(format!("M{web_code}")),
        app_key: Some(Secret::new("app-key")),
        validity_time: Some(Number::Whole(30)),
        sort: Some(Number::Whole(1)),
        authorization_style: Some(Number::Whole(style.into())),
        ..SoftwareInput::default()
    }
}

pub async fn edc(cx: &mut Ctx) -> Software {
    software::create(cx, software_input("EDC", "020", AuthorizationStyle::Edc)).await.unwrap()
}

pub async fn domain(cx: &mut Ctx, tenant: &Tenant, software: &Software) -> TenantDomain {
    let new = NewTenantDomain {
        tenant_id: tenant.id.clone(),
        software_id: software.id.clone(),
        url_name: "Main".into(),
        url: String::new(),
        website_url: "https://edc.example.com".into(),
        mobile_url: "https://m.edc.example.com".into(),
        api_url: "https://api.edc.example.com".into(),
        remark: String::new(),
    };
    domains::create(cx, new).await.unwrap()
}

pub async fn bind(cx: &mut Ctx, study: &Study, domain: &TenantDomain) -> StudyBinding {
    let new = NewStudyBinding {
        study_id: study.id.clone(),
        tenant_domain_id: domain.id.clone(),
        role_api_request: "https://api.edc.example.com/roles".into(),
        role_api_response: "https://api.edc.example.com/callback".into(),
    };
    domains::bind(cx, new).await.unwrap()
}

pub fn licence(tenant: &Tenant, software: &Software) -> NewLicence {
    NewLicence {
        tenant_id: tenant.id.clone(),
        software_id: software.id.clone(),
        days: None,
        max_study: None,
        max_user: None,
    }
}

pub async fn give_licence(cx: &mut Ctx, new: NewLicence) {
    licences::create(cx, new).await.unwrap();
}

/// A signed-in person.
pub fn person(id: &Id, system: Allowed, tenants: &[(&Tenant, Allowed)]) -> Who {
    Who::Person(Box::new(Person {
        id: id.clone(),
        user_name: "somebody".into(),
        full_name: "Somebody".into(),
        session_id: Id::from("session"),
        tenant_id: None,
        auth_time: START,
        acr: "password".into(),
        amr: vec!["pwd".into()],
        system,
        tenants: tenants.iter().map(|(t, a)| (t.id.clone(), a.clone())).collect(),
    }))
}

/// A stand-in for the password rules: tests only that they are asked.
fn rule(password: &str, _user_name: &str) -> Result<(), Text> {
    if password.len() < 8 { Err(Text::new("密码太短", "too short")) } else { Ok(()) }
}

/// The modules' operations, with the state that they need.
pub fn operations(kernel: &Kernel) -> OpenApiRouter {
    operations_keeping(kernel, Files::in_memory(kernel))
}

/// The same, with files that are kept there.
pub fn operations_keeping(kernel: &Kernel, files: Files) -> OpenApiRouter {
    let (hasher, sessions) = (Arc::new(Marker), Arc::new(Ender));
    let verification = Arc::new(Silent);
    let users = Users {
        kernel: kernel.clone(),
        hasher,
        rule: Arc::new(rule),
        sessions,
        verification,
        owners: Arc::new(Teller),
        locks: Arc::new(Locks),
        centre: Arc::new(Centre),
        step_up: Arc::new(Recently),
        grants: Arc::new(Unfollowed),
        tenants: Arc::new(Unfollowed),
        exports: Exports::new(files),
    };
    let operations = router(users, Arc::new(Alone));
    kernel.references().declare(&crate::app::references());
    operations
}

/// The modules under the admin API's layers. Every successful answer is checked against its description.
pub struct Face {
    router: axum::Router,
    contract: &'static Contract,
    answered: Mutex<BTreeSet<&'static str>>,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
    pub octets: Vec<u8>,
}

impl Answer {
    /// The error message of a field.
    pub fn on(&self, field: &str) -> &str {
        self.body["errors"][field].as_str().unwrap_or_default()
    }
}

impl Face {
    pub fn over(kernel: &Kernel) -> Self {
        static CONTRACT: OnceLock<Contract> = OnceLock::new();
        Self::of(kernel, operations(kernel), |api| CONTRACT.get_or_init(|| Contract::of(api)))
    }

    /// The modules and the files that they keep.
    pub fn keeping(kernel: &Kernel, files: Files) -> Self {
        let all = operations_keeping(kernel, files.clone()).merge(crate::files::router(files, Arc::new(Recently)));
        Self::of(kernel, all, |api| Box::leak(Box::new(Contract::of(api))))
    }

    /// The modules, and another above them.
    pub fn with(kernel: &Kernel, more: OpenApiRouter) -> Self {
        Self::of(kernel, operations(kernel).merge(more), |api| Box::leak(Box::new(Contract::of(api))))
    }

    fn of(
        kernel: &Kernel,
        operations: OpenApiRouter,
        contract: impl FnOnce(&utoipa::openapi::OpenApi) -> &'static Contract,
    ) -> Self {
        let (router, api) = operations.split_for_parts();
        let denials = from_fn_with_state(kernel.clone(), audit_denials);
        let router = router.layer(denials).layer(http::admin()).layer(http::identify(kernel.clone()));
        Self { router, contract: contract(&api), answered: Mutex::default() }
    }

    /// The operations that have had no successful answer so far.
    pub fn unanswered(&self) -> Vec<&'static str> {
        let answered = self.answered.lock().unwrap();
        self.contract.names().filter(|name| !answered.contains(name)).collect()
    }

    /// Sends a body with any content type.
    pub async fn raw(&self, who: &Who, method: &str, path: &str, kind: &str, body: impl Into<Body>) -> Answer {
        let request = Request::builder().method(method).uri(path).header("content-type", kind);
        self.ask(who, request.header("accept-language", "en").body(body.into()).unwrap()).await
    }

    /// Sends a JSON body, in Chinese.
    pub async fn send_in_chinese(&self, who: &Who, method: &str, path: &str, body: &Value) -> Answer {
        let request = Request::builder().method(method).uri(path).header("content-type", "application/json");
        let request = request.header("accept-language", "zh").body(body.to_string().into());
        self.ask(who, request.unwrap()).await
    }

    /// The error messages of a field, in Chinese and in English, for a request that must be refused for it.
    pub async fn refused_on(&self, field: &str, who: &Who, method: &str, path: &str, body: &Value) -> [String; 2] {
        let answers = [self.send_in_chinese(who, method, path, body).await, self.send(who, method, path, body).await];
        answers.map(|answer| {
            assert_eq!(answer.status, 422, "{field}: {}", answer.body);
            answer.on(field).to_owned()
        })
    }

    /// Sends a request.
    pub async fn ask(&self, who: &Who, mut request: Request<Body>) -> Answer {
        request.extensions_mut().insert(who.clone());
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        let kind = parts.headers.get("content-type").map_or("", |kind| kind.to_str().unwrap());
        let name = self.contract.check(method.as_str(), &path, parts.status.as_u16(), kind, &bytes);
        self.answered.lock().unwrap().extend(name);
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Answer { status: parts.status, headers: parts.headers, body, octets: bytes.into() }
    }

    /// Sends a JSON body.
    pub async fn send(&self, who: &Who, method: &str, path: &str, body: &Value) -> Answer {
        self.raw(who, method, path, "application/json", body.to_string()).await
    }

    pub async fn get(&self, who: &Who, path: &str) -> Answer {
        self.raw(who, "GET", path, "application/json", "").await
    }

    /// Requests a list, with a filter.
    pub async fn list(&self, who: &Who, resource: &str, filter: &Value) -> Answer {
        self.get(who, &format!("/api/admin/{resource}?filter={}", encoded(filter))).await
    }

    /// Requests the rows of a list from the first to the last, with a filter.
    pub async fn page(&self, who: &Who, resource: &str, filter: &Value, (first, last): (u64, u64)) -> Answer {
        let range = encoded(&serde_json::json!([first, last]));
        self.get(who, &format!("/api/admin/{resource}?filter={}&range={range}", encoded(filter))).await
    }
}

fn encoded(value: &Value) -> String {
    percent_encoding::utf8_percent_encode(&value.to_string(), percent_encoding::NON_ALPHANUMERIC).to_string()
}

/// The audit events of a resource: action, before, after, outcome.
pub async fn audited(kernel: &Kernel, resource: &'static str) -> Vec<(String, Option<String>, Option<String>, String)> {
    let mut cx = system(kernel);
    let query = cx.db().await.unwrap().query("SELECT action, before, after, outcome FROM audit_events");
    query.push(" WHERE resource = ", resource).sql(" ORDER BY at, id").all().await.unwrap()
}

/// A platform administrator.
pub fn admin() -> Who {
    person(&Id::from("administrator"), Allowed::Everything, &[])
}
