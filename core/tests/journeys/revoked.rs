//! A person loses a grant: their tokens in the trial system show it at once, on every node, and a refresh does not
//! bring the study back.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea::authorisation;
use cardea::kernel::ctx::{Act, Ctx, Permission};
use cardea::kernel::id::Id;
use cardea::kernel::resource::input::Number;
use cardea::kernel::secret::Secret;
use cardea::provider::clients;
use cardea::resources::domains::{self, NewStudyBinding, NewTenantDomain, StudyBinding};
use cardea::resources::licences::{self, NewLicence};
use cardea::resources::members::{self, NewMembers};
use cardea::resources::roles::{self, NewRole, RoleType};
use cardea::resources::software::{self, AuthorizationStyle, SoftwareInput};
use cardea::resources::studies::{self, NewStudy};
use cardea::resources::tenants::{self, TenantInput};
use cardea::resources::users::{self, NewPassword, UserInput};
use serde_json::{Value, json};

use crate::app::{Running, spawn_app};
use crate::both;
use crate::browser::{ADMIN, Answer, Browser, PASSWORD, client};
use crate::testing::Engine;

const SECRET: &str = "Nq5tXvY2bLw8sJ7hRk3mZc6dFp9gTaEu";
const ASKED: &str = "/oauth2/authorize?client_id=edc&redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fcallback\
    &response_type=code&scope=openid&state=s-1\
    &code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

/// A tenant with two studies in EDC, an administrator, and a monitor who has a role in both.
struct World {
    server: Running,
    admin: Browser,
    monitor: Browser,
    tenant: Id,
    edc: Id,
    user: Id,
    bound: Vec<StudyBinding>,
}

/// The tokens of one sign-in.
struct Tokens {
    access: String,
    refresh: String,
    id: Value,
}

/// The studies in the claims.
fn studies(claims: &Value) -> Vec<&str> {
    claims["cardea_studies"].as_array().unwrap().iter().map(|study| study["study"].as_str().unwrap()).collect()
}

fn tokens(answer: &Answer) -> Tokens {
    assert_eq!(answer.status, 200, "{answer:?}");
    let body = answer.json();
    let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    let claims = text("id_token");
    let claims = URL_SAFE_NO_PAD.decode(claims.split('.').nth(1).unwrap()).unwrap();
    Tokens {
        access: text("access_token"),
        refresh: text("refresh_token"),
        id: serde_json::from_slice(&claims).unwrap(),
    }
}

async fn system(cx: &mut Ctx, tenant: &Id) -> (Id, Vec<StudyBinding>) {
    let new = SoftwareInput {
        software_name: Some("EDC".into()),
        web_code: Some("020".into()),
        app_code: Some("021".into()),
        app_key: Some(Secret::new("app-key")),
        validity_time: Some(Number::Whole(30)),
        sort: Some(Number::Whole(1)),
        authorization_style: Some(Number::Whole(AuthorizationStyle::Edc.into())),
        ..SoftwareInput::default()
    };
    let edc = software::create(cx, new).await.unwrap().id;
    let (tenant_id, software_id) = (tenant.clone(), edc.clone());
    let licence = NewLicence { tenant_id, software_id, days: None, max_study: None, max_user: None };
    licences::create(cx, licence).await.unwrap();
    let new = NewTenantDomain {
        tenant_id: tenant.clone(),
        software_id: edc.clone(),
        url_name: "Main".into(),
        url: String::new(),
        website_url: "https://edc.example.com".into(),
        mobile_url: "https://m.edc.example.com".into(),
        api_url: "https://api.edc.example.com".into(),
        remark: String::new(),
    };
    let domain = domains::create(cx, new).await.unwrap();
    let mut bound = Vec::new();
    for code in ["A-01", "B-01"] {
        let new = NewStudy {
            tenant_id: tenant.clone(),
            study_name: code.into(),
            study_code: code.into(),
            plan_code: code.into(),
            sponsor: "Sponsor".into(),
        };
        let study = studies::create(cx, new).await.unwrap();
        let new = NewStudyBinding {
            study_id: study.id,
            tenant_domain_id: domain.id.clone(),
            role_api_request: "https://api.edc.example.com/roles".into(),
            role_api_response: "https://api.edc.example.com/callback".into(),
        };
        bound.push(domains::bind(cx, new).await.unwrap());
    }
    (edc, bound)
}

impl World {
    async fn new(engine: Engine) -> Self {
        let server = spawn_app(engine).await;
        let mut admin = Browser::new(&server.base);
        let link = server.app.sessions.setup_link().await.unwrap().unwrap();
        admin.set_up(&link).await.data();
        let hash = server.app.sessions.hasher().hash(&Secret::new(PASSWORD.to_owned())).await.unwrap();
        let mut cx = Ctx::system(&server.test.kernel, "test");
        let input = TenantInput {
            tenant_name: Some("Here".into()),
            abbr: Some("Here".into()),
            category_id: Some("1-cro".into()),
            ..TenantInput::default()
        };
        let tenant = tenants::create(&mut cx, input).await.unwrap().id;
        let (edc, bound) = system(&mut cx, &tenant).await;
        let input = UserInput {
            full_name: Some("Mona Tor".into()),
            user_name: Some("monitor".into()),
            email: Some("mona@example.org".into()),
            phone: Some("13800000000".into()),
            role_id: Some(None),
            ..UserInput::default()
        };
        let user = users::create(&mut cx, &input, Some(NewPassword { hash, must_change: false })).await.unwrap().id;
        let client = json!({ "client_id": "edc", "client_name": "EDC", "client_secret": SECRET,
            // The key for RS256 takes a second to make, and a server in a test makes none.
            "id_token_signed_response_alg": "ES256",
            "redirect_uris": ["http://127.0.0.1:9/callback"], "grant_types": ["authorization_code", "refresh_token"],
            "scope": "openid", "cardea_software_id": edc, "cardea_tenant_id": tenant });
        let remote = server.app.provider.clients().remote();
        let all = clients::read(remote, client.to_string().as_bytes()).await.unwrap();
        clients::import(&mut cx, all).await.unwrap();
        cx.commit().await.unwrap();
        server.app.provider.clients().reload().await.unwrap();
        let monitor = Browser::new(&server.base);
        let mut world = Self { server, admin, monitor, tenant, edc, user, bound };
        world.join().await;
        world.grant(&[0, 1]).await;
        world.admin.login(ADMIN, PASSWORD).await.data();
        world
    }

    async fn join(&self) {
        let mut cx = Ctx::system(&self.server.test.kernel, "test");
        let menus = vec![(Permission::Studies, Act::View)];
        let name = format!("Member {}", &cx.new_id().as_str()[28..]);
        let new = NewRole { name, description: String::new(), role_type: RoleType::Tenant, super_admin: false, menus };
        let role = roles::create(&mut cx, new).await.unwrap();
        let new = NewMembers {
            tenant_id: self.tenant.clone(),
            user_ids: vec![self.user.clone()],
            role: Some(role.id),
            type_id: Some(Id::from("3-site")),
            position_id: Some(Id::from("2-cra")),
        };
        members::add(&mut cx, new).await.unwrap();
        cx.commit().await.unwrap();
    }

    async fn grant(&self, which: &[usize]) {
        let mut cx = Ctx::system(&self.server.test.kernel, "test");
        for n in which {
            let claims = serde_json::from_value(json!({ "roles": ["cra"] })).unwrap();
            authorisation::keep(&mut cx, &self.bound[*n], &self.user, (Vec::new(), claims), &[]).await.unwrap();
        }
        cx.commit().await.unwrap();
    }

    async fn sign_in(&mut self) -> Tokens {
        let mut back = self.monitor.get(ASKED).await;
        if !back.location().contains("code=") {
            self.monitor.login("monitor", PASSWORD).await.data();
            back = self.monitor.get(ASKED).await;
        }
        let url = url::Url::parse(back.location()).unwrap();
        let code = url.query_pairs().find(|(name, _)| name == "code").expect("a code comes back").1.into_owned();
        let form = [
            ("grant_type", "authorization_code"),
            ("code", code.as_str()),
            ("code_verifier", VERIFIER),
            ("redirect_uri", "http://127.0.0.1:9/callback"),
        ];
        tokens(&self.form("token", &form).await)
    }

    /// A call of the client, with its secret.
    async fn form(&self, endpoint: &str, form: &[(&str, &str)]) -> Answer {
        self.form_at(&self.server, endpoint, form).await
    }

    async fn form_at(&self, node: &Running, endpoint: &str, form: &[(&str, &str)]) -> Answer {
        let request = client().post(format!("{}/oauth2/{endpoint}", node.base)).basic_auth("edc", Some(SECRET));
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let request = request.header("content-type", "application/x-www-form-urlencoded").body(body);
        Answer::read(request.send().await.unwrap()).await
    }

    async fn refresh(&self, tokens: &Tokens) -> Answer {
        self.form("token", &[("grant_type", "refresh_token"), ("refresh_token", tokens.refresh.as_str())]).await
    }

    async fn userinfo(&self, tokens: &Tokens) -> Answer {
        self.userinfo_at(&self.server, tokens).await
    }

    async fn userinfo_at(&self, node: &Running, tokens: &Tokens) -> Answer {
        let request = client().get(format!("{}/oauth2/userinfo", node.base)).bearer_auth(&tokens.access);
        Answer::read(request.send().await.unwrap()).await
    }

    /// The validity of tokens: userinfo's status, and either token at introspection.
    async fn stands(&self, tokens: &Tokens) -> (u16, bool, bool) {
        self.stands_at(&self.server, tokens).await
    }

    async fn stands_at(&self, node: &Running, tokens: &Tokens) -> (u16, bool, bool) {
        let active =
            async |token: &str| self.form_at(node, "introspect", &[("token", token)]).await.json()["active"] == true;
        (
            self.userinfo_at(node, tokens).await.status.as_u16(),
            active(&tokens.access).await,
            active(&tokens.refresh).await,
        )
    }

    /// An administrator revokes the monitor's grant in a study.
    async fn revoke(&mut self, which: usize) {
        let path = format!("/api/admin/panels/{}", self.edc);
        let list = format!("{path}/grants?tenantId={}&studyUrlId={}", self.tenant, self.bound[which].id);
        let id = self.admin.get(&list).await.json()[0]["id"].clone();
        let body = json!({ "tenantId": self.tenant, "ids": [id], "reason": "The study is over for them" });
        let answer = self.admin.post(&format!("{path}/revoke"), &body).await;
        assert_eq!(answer.status, 202, "{answer:?}");
    }
}

mod attacks {
    use super::*;
    use crate::attack::refused;

    both! {
        async fn tokens_of_a_revoked_study_are_worth_nothing(engine) {
            let mut w = World::new(engine).await;
            let other = w.server.node().await;
            let first = w.sign_in().await;
            assert_eq!(studies(&first.id), ["A-01", "B-01"]);
            assert_eq!(w.stands(&first).await, (200, true, true));
            assert_eq!(studies(&w.userinfo_at(&other, &first).await.json()), ["A-01", "B-01"]);

            // One of two: the tokens are valid, without the revoked study.
            w.revoke(0).await;
            assert_eq!(studies(&w.userinfo(&first).await.json()), ["B-01"]);
            assert_eq!(studies(&w.userinfo_at(&other, &first).await.json()), ["B-01"], "the next answer of any node");
            let second = tokens(&w.refresh(&first).await);
            assert_eq!(studies(&second.id), ["B-01"], "a refresh does not bring it back");

            // The last one: the tokens end.
            w.revoke(1).await;
            let mut tried = vec![w.stands(&second).await == (401, false, false)];
            tried.push(w.stands_at(&other, &second).await == (401, false, false));
            let again = w.refresh(&second).await;
            tried.push((again.status.as_u16(), again.json()["error"].as_str()) == (400, Some("invalid_grant")));
            let third = w.sign_in().await;
            tried.push(studies(&third.id).is_empty() && studies(&w.userinfo(&third).await.json()).is_empty());
            refused("tokens of a revoked study", engine, tried.len(), tried.iter().filter(|t| **t).count());

            // After a new grant, the tokens issued in the meantime show it; ended tokens stay ended.
            w.grant(&[0]).await;
            assert_eq!(studies(&w.userinfo(&third).await.json()), ["A-01"]);
            assert_eq!(w.stands(&second).await, (401, false, false));
        }
    }

    both! {
        async fn who_left_keeps_no_token_and_finds_nothing_on_returning(engine) {
            let mut w = World::new(engine).await;
            let before = w.sign_in().await;
            let filter = format!("%7B%22tenantId%22:%22{}%22%7D", w.tenant);
            let member = w.admin.get(&format!("/api/admin/tenant-users?filter={filter}")).await.json()[0]["id"].clone();
            let request = client().delete(format!("{}/api/admin/tenant-users/{}", w.server.base, member.as_str().unwrap()));
            w.admin.login(ADMIN, PASSWORD).await.data();
            let token = w.admin.token();
            let left = Answer::read(request.header("authorization", token).send().await.unwrap()).await;
            assert_eq!(left.status, 200, "{left:?}");
            let mut tried = vec![w.stands(&before).await == (401, false, false)];
            tried.push(w.refresh(&before).await.status == 400);
            w.join().await;
            let after = w.sign_in().await;
            tried.push(studies(&after.id).is_empty());
            tried.push(studies(&w.userinfo(&after).await.json()).is_empty());
            tried.push(w.stands(&before).await == (401, false, false));
            refused("tokens and studies of who left and came back", engine, tried.len(), tried.iter().filter(|t| **t).count());
        }
    }

    both! {
        async fn who_is_locked_has_nothing_until_the_account_is_open_again(engine) {
            let mut w = World::new(engine).await;
            let before = w.sign_in().await;
            let (path, why) = (format!("/api/admin/users/{}", w.user), json!({ "reason": "On leave" }));
            assert_eq!(w.admin.post(&format!("{path}/lock"), &why).await.status, 200);
            let mut tried = vec![w.stands(&before).await == (401, false, false)];
            tried.push(w.refresh(&before).await.status == 400);
            assert_eq!(w.admin.post(&format!("{path}/unlock"), &why).await.status, 200);
            tried.push(w.stands(&before).await == (401, false, false));
            refused("tokens of somebody who was locked", engine, tried.len(), tried.iter().filter(|t| **t).count());
            assert_eq!(studies(&w.sign_in().await.id), ["A-01", "B-01"], "what was lent comes back");
        }
    }

    both! {
        async fn the_people_of_an_archived_tenant_have_nothing_there_until_it_is_restored(engine) {
            let mut w = World::new(engine).await;
            let before = w.sign_in().await;
            let (path, why) = (format!("/api/admin/tenants/{}", w.tenant), json!({ "reason": "The contract is over" }));
            let archived = w.admin.post(&format!("{path}/archive"), &why).await;
            assert_eq!(archived.status, 200, "{archived:?}");
            let mut tried = vec![w.stands(&before).await == (401, false, false)];
            tried.push(w.refresh(&before).await.status == 400);
            let menus = w.monitor.get("/api/sys/user/info").await.data()["menuList"].clone();
            tried.push(menus == json!([]));
            let open = w.monitor.get("/api/sys/user/software").await.data();
            tried.push(open == json!([]));
            assert_eq!(w.admin.post(&format!("{path}/restore"), &why).await.status, 200);
            tried.push(w.stands(&before).await == (401, false, false));
            refused("tokens and menus of an archived tenant", engine, tried.len(), tried.iter().filter(|t| **t).count());
            assert_eq!(studies(&w.sign_in().await.id), ["A-01", "B-01"], "it is what it was");
        }
    }
}
