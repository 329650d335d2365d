//! A provider for tests: a tenant, people, clients, and common requests.

use super::*;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Ctx;
use crate::kernel::db::{Operand, Query, Rows};
use crate::provider::TrialClaims;
use crate::resources::members::MemberTenant;

/// A grant of one person in one system of one tenant.
#[derive(Debug)]
struct Grants;

impl StudyClaims for Grants {
    fn rows(&self) -> &'static [Rows] {
        &[Rows::All("memberships"), Rows::Existing("tenants")]
    }

    fn column<'q>(
        &self,
        query: Query<'q>,
        _: Time,
        user: Operand<'_>,
        software: Option<&Id>,
        tenant: Operand<'_>,
    ) -> Query<'q> {
        let edc = i64::from(software.is_none_or(|software| software.as_str() == "edc"));
        query.json_rows("r.id, r.code, r.name, r.address, r.postcode, r.granted", |query| {
            query
                .sql(" FROM (SELECT ")
                .sql(MemberTenant::COLUMNS)
                .push(", CASE WHEN m.user_id = 'u1' AND m.tenant_id = 't1' THEN ", edc)
                .sql(" ELSE 0 END AS granted FROM memberships m JOIN tenants t ON t.id = m.tenant_id")
                .sql(MemberTenant::THERE)
                .push_operand(" AND m.user_id = ", user)
                .push_operand(" AND m.tenant_id = ", tenant)
                .sql(") r")
        })
    }

    fn in_column(&self, column: Option<&str>) -> Result<Option<TrialClaims>, Error> {
        let rows: Vec<(Id, String, String, String, String, i64)> = serde_json::from_str(column.unwrap_or("[]"))?;
        let granted = json!({ "study": "CT-001", "roles": [{ "role": "crc", "environment": "uat" }] });
        Ok(rows.into_iter().next().map(|(id, code, name, address, postcode, studies)| TrialClaims {
            tenant: MemberTenant { id, code, name, address, postcode },
            studies: if studies == 1 { vec![granted] } else { Vec::new() },
        }))
    }
}

/// Ends sessions, as far as the provider can see.
#[derive(Debug)]
struct Sessions;

impl EndSession for Sessions {
    fn end_session<'a>(&'a self, cx: &'a mut Ctx, session: &'a Id) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            let now = cx.now();
            let db = cx.db().await?;
            db.write("UPDATE sessions SET ended_at = $1 WHERE id = $2")
                .bind(now)
                .bind(session.clone())
                .execute()
                .await?;
            crate::provider::sessions_ended(cx, std::slice::from_ref(session)).await
        })
    }
    fn clearing_cookies(&self) -> Vec<HeaderValue> {
        vec![
            HeaderValue::from_static("cardea_session=; Max-Age=0"),
            HeaderValue::from_static("cardea_marker=; Max-Age=0"),
        ]
    }
}

/// A provider with a tenant, a person with a session, and three clients.
pub struct World {
    pub t: TestKernel,
    pub provider: Provider,
    app: Router,
}

/// A node over the kernel.
pub async fn open(kernel: &Kernel, outbound: &Outbound) -> Provider {
    Provider::open(kernel.clone(), ISSUER.into(), outbound, Arc::new(Grants), Arc::new(Sessions)).await.unwrap()
}

impl World {
    pub async fn new(engine: Engine) -> Self {
        Self::reaching(engine, &Outbound::new(Vec::new())).await
    }

    /// A world whose provider may call other servers that the guard allows.
    pub async fn reaching(engine: Engine, outbound: &Outbound) -> Self {
        let t = engine.kernel().await;
        seed(&t.kernel).await;
        let provider = open(&t.kernel, outbound).await;
        let app = Self::app(&provider, &t.kernel);
        let world = Self { t, provider, app };
        for metadata in [
            json!({ "client_id": "edc", "client_name": "EDC", "client_secret": SECRET, "redirect_uris": [CALLBACK],
                "post_logout_redirect_uris": ["https://edc.example.org/bye", "com.example.edc:/bye"],
                "cardea_software_id": "edc", "cardea_tenant_id": "t1" }),
            json!({ "client_id": "spa", "token_endpoint_auth_method": "none", "redirect_uris": [CALLBACK] }),
            json!({ "client_id": "post", "client_secret": SECRET, "redirect_uris": [CALLBACK],
                "token_endpoint_auth_method": "client_secret_post", "scope": "openid email" }),
            json!({ "client_id": "native", "application_type": "native", "token_endpoint_auth_method": "none",
                "redirect_uris": ["http://127.0.0.1/cb", "com.example.app:/cb"] }),
        ] {
            world.register(metadata).await;
        }
        world
    }

    /// Another node over the same database and clock.
    pub async fn node(&self) -> Self {
        let t = self.t.clone();
        let provider = open(&t.kernel, &Outbound::new(Vec::new())).await;
        let app = Self::app(&provider, &t.kernel);
        Self { t, provider, app }
    }

    fn app(provider: &Provider, kernel: &Kernel) -> Router {
        let (app, _) = navigation(provider.clone())
            .merge(calls(provider.clone()))
            .merge(documents(provider.clone()))
            .split_for_parts();
        let calls = documented_router(provider.clone()).layer(documented());
        let (calls, _) = calls.split_for_parts();
        app.merge(calls).layer(identify(kernel.clone()))
    }

    /// Registers a client for requests. Its ID tokens are signed with ES256 unless it names an algorithm: a world has
    /// no RSA keys.
    pub async fn register(&self, mut metadata: Value) -> Value {
        if metadata.get("id_token_signed_response_alg").is_none() {
            metadata["id_token_signed_response_alg"] = json!("ES256");
        }
        self.register_as(metadata).await
    }

    /// Registers exactly this metadata.
    pub async fn register_as(&self, metadata: Value) -> Value {
        let metadata = Metadata::read(metadata).unwrap();
        let mut cx = self.cx();
        let registered = crate::provider::clients::register(&mut cx, metadata).await.unwrap();
        cx.commit().await.unwrap();
        self.provider.clients().reload().await.unwrap();
        registered.to_response()
    }

    pub fn cx(&self) -> Ctx {
        Ctx::system(&self.t.kernel, "test")
    }

    pub async fn sql(&self, sql: &'static str) {
        let mut cx = self.cx();
        cx.db().await.unwrap().write(sql).execute().await.unwrap();
        cx.commit().await.unwrap();
    }

    pub async fn count(&self, sql: &'static str) -> i64 {
        let mut cx = self.cx();
        let (count,): (i64,) = cx.db().await.unwrap().query(sql).one().await.unwrap();
        count
    }

    /// The number of refusals in the audit, including those counted in one row per minute.
    pub async fn refusals(&self, action: &'static str) -> i64 {
        self.t.kernel.write_gathered(true).await.unwrap();
        let sql = "SELECT COALESCE(after, '{}') FROM audit_events WHERE outcome = 'refused' AND action = $1";
        let mut cx = self.cx();
        let rows: Vec<(String,)> = cx.db().await.unwrap().query(sql).bind(action).all().await.unwrap();
        let times = |after: &str| serde_json::from_str::<Value>(after).unwrap()["repeated"]["count"].as_i64();
        rows.iter().map(|(after,)| times(after).unwrap_or(1)).sum()
    }

    /// A new session of a person, starting now.
    pub async fn sign_in(&self, user: &'static str, session: &'static str) -> Who {
        let now = self.t.kernel.now();
        let mut cx = self.cx();
        cx.db()
            .await
            .unwrap()
            .write(
                "INSERT INTO sessions (id, token_hash, user_id, auth_time, amr, acr, address, user_agent, created_at, \
                 seen_at, expires_at) VALUES ($1, $2, $3, $4, $5, 'password', '', '', $6, $7, $8)",
            )
            .bind(session)
            .bind(session)
            .bind(user)
            .bind(now)
            .bind(sqlx::types::Json(vec!["pwd".to_owned()]))
            .bind(now)
            .bind(now)
            .bind(now.plus_seconds(12 * 3600))
            .execute()
            .await
            .unwrap();
        cx.commit().await.unwrap();
        Who::Person(Box::new(Person {
            id: user.into(),
            user_name: "li.wei".into(),
            full_name: "李伟".into(),
            session_id: session.into(),
            tenant_id: None,
            auth_time: now,
            acr: "password".into(),
            amr: vec!["pwd".into()],
            system: Allowed::Nothing,
            tenants: BTreeMap::new(),
        }))
    }

    /// The person of the same session, as it is now.
    pub async fn again(&self, who: &Who) -> Who {
        let Who::Person(person) = who else { panic!("{who:?}") };
        let mut cx = self.cx();
        let sql = "SELECT acr, amr, tenant_id FROM sessions WHERE id = $1";
        let query = cx.db().await.unwrap().query(sql).bind(person.session_id.clone());
        let (acr, sqlx::types::Json(amr), tenant_id) = query.one().await.unwrap();
        Who::Person(Box::new(Person { tenant_id, acr, amr, ..(**person).clone() }))
    }

    pub async fn send(&self, request: HttpRequest<Body>) -> Answer {
        let response = self.app.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        Answer { status: parts.status, headers: parts.headers, body: String::from_utf8(body.to_vec()).unwrap() }
    }

    pub async fn get(&self, uri: &str, who: &Who) -> Answer {
        self.send(HttpRequest::get(uri).extension(who.clone()).body(Body::empty()).unwrap()).await
    }

    pub async fn get_as(&self, uri: &str, authorization: &str) -> Answer {
        let request = HttpRequest::get(uri).header(header::AUTHORIZATION, authorization);
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub async fn post(&self, uri: &str, form: String, authorization: Option<&str>, who: &Who) -> Answer {
        let mut request = HttpRequest::builder()
            .method(Method::POST)
            .uri(uri)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded; charset=UTF-8")
            .extension(who.clone());
        if let Some(value) = authorization {
            request = request.header(header::AUTHORIZATION, value);
        }
        self.send(request.body(Body::from(form)).unwrap()).await
    }

    pub async fn authorize(&self, request: &str, who: &Who) -> Answer {
        self.get(&format!("/oauth2/authorize?{request}"), who).await
    }

    /// A documented call with a JSON body; returns its envelope.
    pub async fn call(&self, uri: &str, body: &Value, who: &Who) -> Value {
        let request = HttpRequest::post(uri).header(header::CONTENT_TYPE, "application/json").extension(who.clone());
        self.send(request.body(Body::from(body.to_string())).unwrap()).await.json()
    }

    /// The grant of the latest code.
    pub async fn granted(&self) -> Value {
        let mut cx = self.cx();
        let sql = "SELECT granted FROM authorization_codes ORDER BY created_at DESC, code_hash LIMIT 1";
        let (granted,): (sqlx::types::Json<Value>,) = cx.db().await.unwrap().query(sql).one().await.unwrap();
        granted.0
    }

    /// A code for the client `edc`.
    pub async fn code(&self, who: &Who) -> String {
        self.authorize(&request(&[]), who).await.location().1["code"].clone()
    }

    /// Exchanges a code at the token endpoint as `edc`, with changes to the form.
    pub async fn exchange(&self, code: &str, changes: &[(&str, &str)]) -> Answer {
        let mut pairs = BTreeMap::from([
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER),
        ]);
        pairs.extend(changes.iter().copied());
        pairs.retain(|_, value| !value.is_empty());
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        self.post("/oauth2/token", form, Some(&basic("edc", SECRET)), &Who::Nobody).await
    }

    /// The tokens of a new sign-in at `edc`.
    pub async fn tokens(&self, who: &Who) -> Value {
        let code = self.code(who).await;
        let answer = self.exchange(&code, &[]).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        answer.json()
    }

    pub async fn jwks(&self) -> Value {
        self.get("/oauth2/jwks", &Who::Nobody).await.json()
    }
}

async fn seed(kernel: &Kernel) {
    let mut cx = Ctx::system(kernel, "test");
    let db = cx.db().await.unwrap();
    for sql in [
        "INSERT INTO tenants (id, version, tenant_name, name_key, tenant_code, abbr, abbr_key, category_id, contact, tel, \
         email, postcode, address, created_at, updated_at) \
         VALUES ('t1', 1, '示例药业', '示例药业', 'T001', 'SL', 'sl', '1', '', '', '', '', '', 0, 0)",
        "INSERT INTO software (id, version, software_name, describe, web_code, app_code, validity_time, sort, \
         authorization_style, is_study_authorization, projdb_show, remind_day, expired_day, created_at, updated_at) \
         VALUES ('edc', 1, 'EDC', '', '020', '', 0, 1, 2, 0, 0, 0, 0, 0, 0)",
        "INSERT INTO users (id, version, user_name, user_name_key, full_name, full_name_key, email, email_key, \
         email_valid, phone, phone_valid, password_reset, status, user_type, sex, birthday, remark, language, org, \
         created_at, updated_at) VALUES ('u1', 1, 'li.wei', 'li.wei', '李伟', '李伟', 'li@example.org', \
         'li@example.org', TRUE, '13800000000', FALSE, FALSE, 0, 0, 1, '1990-02-03', '', 'zh', 'local', 0, 1767000000000)",
        "INSERT INTO users (id, version, user_name, user_name_key, full_name, full_name_key, email, email_key, \
         email_valid, phone, phone_valid, password_reset, status, user_type, remark, language, org, \
         created_at, updated_at) VALUES ('u2', 1, 'bob', 'bob', 'Bob', 'bob', 'bob@example.org', \
         'bob@example.org', FALSE, '', FALSE, FALSE, 0, 0, '', 'en', 'local', 0, 0)",
        "INSERT INTO memberships (id, version, tenant_id, user_id, enabled, join_date, updated_at) \
         VALUES ('m1', 1, 't1', 'u1', 0, 0, 0)",
    ] {
        db.write(sql).execute().await.unwrap();
    }
    cx.commit().await.unwrap();
}
