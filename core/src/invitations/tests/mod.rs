//! Invitations, on both engines.

mod admin;
mod attacks;
mod joining;
mod reminders;

use axum::middleware::from_fn_with_state;

use crate::authentication::testing::*;
use crate::invitations::admin_router;
use crate::kernel::ctx::{Act, Allowed, Permission, Person, Who};
use crate::kernel::denials::audit_denials;
use crate::kernel::http;
use crate::resources;
use crate::resources::roles::{NewRole, RoleType};

pub const PATH: &str = "/api/admin/invitations";
pub const ACCEPT: &str = "/api/account/email/authorization";

/// A tenant with an administrator who has no session, and a role to give.
pub struct World {
    pub app: App,
    /// An administrator of tenant `t1`, who may give `role`.
    pub chief: Id,
    /// A tenant role that may view studies.
    pub role: Id,
    admin: Router,
}

pub fn person(id: &Id, system: Allowed, tenants: &[(&str, Allowed)]) -> Who {
    Who::Person(Box::new(Person {
        id: id.clone(),
        user_name: "chief".into(),
        full_name: "Chief 全名".into(),
        session_id: Id::from("s0"),
        tenant_id: None,
        auth_time: Time(0),
        acr: "password".into(),
        amr: vec!["pwd".into()],
        system,
        tenants: tenants.iter().map(|(id, allowed)| (Id::from(*id), allowed.clone())).collect(),
    }))
}

impl World {
    pub async fn new(engine: Engine) -> Self {
        Self::with(engine, |_| {}).await
    }

    pub async fn with(engine: Engine, adjust: impl FnOnce(&mut Config)) -> Self {
        let app = App::with(engine, adjust).await;
        let mut cx = Ctx::system(&app.t.kernel, "test");
        resources::seed(&mut cx).await.unwrap();
        let new = NewRole {
            name: "Monitor".into(),
            description: String::new(),
            role_type: RoleType::Tenant,
            super_admin: false,
            menus: vec![(Permission::Studies, Act::View)],
        };
        let role = resources::roles::create(&mut cx, new).await.unwrap().id;
        cx.commit().await.unwrap();
        app.tenant("t1", "仁和医药").await;
        app.tenant("t2", "Other").await;
        app.role("chief", 2, true).await;
        let chief = app.user("chief").await;
        app.member("t1", &chief, Some("chief")).await;
        let (admin, _) = admin_router(app.sessions.clone()).split_for_parts();
        let denials = from_fn_with_state(app.t.kernel.clone(), audit_denials);
        let admin = admin.layer(denials).layer(http::admin()).layer(identify(app.t.kernel.clone()));
        Self { app, chief, role, admin }
    }

    /// The tenant's administrator, as the caller of a request.
    pub fn as_chief(&self) -> Who {
        person(&self.chief, Allowed::Nothing, &[("t1", Allowed::Everything)])
    }

    /// Calls an operation of the console.
    pub async fn call(&self, who: &Who, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT_LANGUAGE, "en")
            .header(header::HOST, "evil.example")
            .header("x-forwarded-host", "evil.example")
            .extension(who.clone())
            .body(Body::from(body.to_string()))
            .unwrap();
        let place = request.uri().path().to_owned();
        let response = self.admin.clone().oneshot(request).await.unwrap();
        let (parts, sent) = response.into_parts();
        let (status, kind) = (parts.status.as_u16(), parts.headers.get(header::CONTENT_TYPE));
        let bytes = axum::body::to_bytes(sent, 1 << 20).await.unwrap();
        let kind = kind.map_or("", |kind| kind.to_str().unwrap());
        contract(&self.app.sessions).check(method, &place, status, kind, &bytes);
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    pub fn form(&self, email: &str) -> Value {
        json!({ "tenantId": "t1", "email": email, "fullName": "王敏", "role": self.role, "typeId": "3-cro",
            "positionId": "2-cra", "language": "zh" })
    }

    /// Invites an address as the tenant's administrator; returns the invitation's id and the key in its mail.
    pub async fn invite(&self, email: &str) -> (String, String) {
        // So that its mail is the latest.
        self.app.t.clock.advance(1);
        let (status, made) = self.call(&self.as_chief(), "POST", PATH, &self.form(email)).await;
        assert_eq!(status, 201, "{made}");
        (made["id"].as_str().unwrap().to_owned(), self.key().await)
    }

    /// The key of the latest link.
    pub async fn key(&self) -> String {
        key_of(&self.app.latest("link").await, "/register")
    }

    /// The answer to a key in a browser without a session.
    pub async fn look(&self, key: &str) -> Answer {
        self.app.browser().get(&format!("{LOOK}?key={key}")).await
    }

    /// The members of a tenant: login name, role, position.
    pub async fn members(&self, tenant: &'static str) -> Vec<(String, Option<String>, Option<String>)> {
        let mut tx = self.app.tx().await;
        let query = tx
            .query("SELECT u.user_name, m.role_id, m.position_id FROM memberships m JOIN users u ON u.id = m.user_id");
        query.push(" WHERE m.tenant_id = ", tenant).sql(" ORDER BY u.user_name_key").all().await.unwrap()
    }

    /// The names of the members of a tenant.
    pub async fn names(&self, tenant: &'static str) -> Vec<String> {
        self.members(tenant).await.into_iter().map(|(name, ..)| name).collect()
    }
}

/// A valid registration.
pub fn registration(key: &str) -> Value {
    json!({ "key": key, "name": "王敏", "username": "wang.min", "password": "Quiet2river", "phone": "13900139000",
        "positionId": "2-cra", "remark": "早班" })
}

pub fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

/// A role's menus.
pub fn menus(pairs: &[(Permission, Act)]) -> Allowed {
    Allowed::Menus(pairs.iter().copied().collect())
}
