//! The trial-management interface: signed calls that the server makes for people, against the simulator of the
//! clinical-management system.

use axum::http::{Method, header};
use base64::Engine as _;
use cardea::config::{Config, SignatureForm};
use cardea_simulator::{Fault, Faults, Options, Running as Simulated, Simulator, Software};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::app::{Installation, Running, spawn_app, spawn_with};
use crate::both;
use crate::browser::{ADMIN, Answer, Browser, PASSWORD, client};
use crate::testing::Engine;

const KEY: [u8; 32] = [7; 32];
const INFO: &str = "/api/ctms/login/info";

/// The simulator, with the fixed clock of the tests' kernel.
async fn system(engine: Engine) -> Simulated {
    system_of(engine, false).await
}

/// The simulator, with signatures of the compatible form or not.
async fn system_of(engine: Engine, compatible: bool) -> Simulated {
    let clock = engine.kernel().await.kernel.now().0.try_into().ok();
    let options = Options {
        trial_management_key: Some(KEY),
        trial_management_compatible: compatible,
        clock,
        ..Options::new(Software::Ctms, "http://127.0.0.1:9", "ctms", "api-key")
    };
    Simulator::start(options).await.unwrap()
}

fn set(config: &mut Config, base: String) {
    config.outbound.allow = vec!["127.0.0.0/8".parse().unwrap()];
    config.trial_management.base_url = base;
    let key = base64::engine::general_purpose::STANDARD.encode(KEY);
    config.trial_management.key = cardea::kernel::secret::Secret::new(key);
}

/// A signed-in user, who may be authorised in the system.
struct World {
    server: Running,
    token: String,
    user: String,
}

/// A system of a tenant with one study, in which the user is authorised.
const GRANT: &[&str] = &[
    "INSERT INTO tenants (id, version, tenant_name, name_key, tenant_code, abbr, abbr_key, category_id, contact, tel, \
     email, postcode, address, created_at, updated_at) \
     VALUES ('t1', 1, 'Acme', 'acme', 'ACME', 'A', 'a', '', '', '', '', '', '', 0, 0)",
    "INSERT INTO software (id, version, software_name, describe, web_code, app_code, validity_time, sort, \
     authorization_style, is_study_authorization, projdb_show, remind_day, expired_day, created_at, updated_at) \
     VALUES ('ctms', 1, 'CTMS', '', '040', '', 0, 1, 3, 0, 0, 0, 0, 0, 0)",
    "INSERT INTO tenant_domains (id, version, tenant_id, software_id, url_name, url, website_url, mobile_url, api_url, \
     remark, init_software, created_at, updated_at) \
     VALUES ('d1', 1, 't1', 'ctms', '', '', 'https://ctms.example.org/', '', '', '', FALSE, 0, 0)",
    "INSERT INTO licences (id, version, tenant_id, software_id, time_enable, study_enable, user_enable, is_enable, \
     created_at, updated_at) VALUES ('l1', 1, 't1', 'ctms', FALSE, FALSE, FALSE, TRUE, 0, 0)",
    "INSERT INTO studies (id, version, tenant_id, study_name, name_key, study_code, code_key, plan_code, sponsor, \
     created_at, updated_at) VALUES ('st1', 1, 't1', 'One', 'one', 'CT-1', 'ct-1', '', '', 0, 0)",
    "INSERT INTO study_software (id, version, study_id, software_id, tenant_domain_id, role_api_request, \
     role_api_response, created_at, updated_at) VALUES ('b1', 1, 'st1', 'ctms', 'd1', '', '', 0, 0)",
    "INSERT INTO memberships (id, version, tenant_id, user_id, enabled, join_date, updated_at) \
     SELECT 'm1', 1, 't1', id, 0, 0, 0 FROM users",
    "INSERT INTO grants (id, version, tenant_id, study_id, software_id, study_software_id, user_id, user_role, \
     user_type_id, selection, claims, plugin_digest, created_at, updated_at) \
     SELECT 'g1', 1, 't1', 'st1', 'ctms', 'b1', id, '', '', '[]', '{}', '', 0, 0 FROM users",
];

impl World {
    async fn of(server: Running) -> Self {
        let mut browser = Browser::new(&server.base);
        let link = server.app.sessions.setup_link().await.unwrap().unwrap();
        browser.set_up(&link).await.data();
        browser.login(ADMIN, PASSWORD).await.data();
        let token = browser.token();
        let user = browser.get("/api/sys/user/info").await.data()["id"].as_str().unwrap().to_owned();
        Self { server, token, user }
    }

    /// With an authorisation in the system at `base`.
    async fn authorised(engine: Engine, base: String) -> Self {
        Self::with(engine, base, |_| ()).await
    }

    async fn with(engine: Engine, base: String, change: impl FnOnce(&mut Config)) -> Self {
        let server = spawn_with(engine, |config| {
            set(config, base);
            change(config);
        });
        let world = Self::of(server.await).await;
        for sql in GRANT {
            world.run(sql).await;
        }
        world
    }

    async fn run(&self, sql: &'static str) {
        let mut tx = self.server.test.kernel.db().begin().await.unwrap();
        tx.write(sql).execute().await.unwrap();
        tx.commit().await.unwrap();
    }

    /// A call of a program.
    async fn call(&self, method: Method, path: &str, body: Option<&Value>, language: &str) -> Answer {
        let mut request = client()
            .request(method, format!("{}{path}", self.server.base))
            .header(header::AUTHORIZATION, &self.token)
            .header(header::ACCEPT_LANGUAGE, language);
        if let Some(body) = body {
            request = request.header(header::CONTENT_TYPE, "application/json").body(body.to_string());
        }
        Answer::read(request.send().await.unwrap()).await
    }

    async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, None, "en").await
    }

    /// The audit's rows: action, path, outcome, reason.
    async fn noted(&self) -> Vec<(String, String, String, Option<String>)> {
        let mut tx = self.server.test.kernel.db().begin_read().await.unwrap();
        tx.query(
            "SELECT action, record_id, outcome, reason FROM audit_events WHERE resource = 'ctms-calls' ORDER BY at, id",
        )
        .all()
        .await
        .unwrap()
    }
}

both! {
    async fn the_server_calls_for_people_and_signs(engine) {
        let system = system(engine).await;
        let w = World::authorised(engine, system.trial_management()).await;
        let told = w.get(&format!("{INFO}?q=%E5%BC%A0+x&r=1%2B1")).await.data();
        assert_eq!((&told["user"], &told["query"], &told["language"]),
            (&json!(w.user), &json!({ "q": "张 x", "r": "1+1" }), &json!("en")));
        let mut names: Vec<&str> = told["headers"].as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect();
        names.sort_unstable();
        assert_eq!(names,
            ["accept", "accept-encoding", "accept-language", "cardea-user", "host", "signature", "user-agent"],
            "nothing of the caller's own goes along");
        let visit = json!({ "visit": "V1", "note": "心电图" });
        let told = w.call(Method::POST, "/api/ctms/visits", Some(&visit), "zh").await.data();
        assert_eq!(told, json!({ "added": visit }));
        let ok = |path: &str| ("ctms.called".to_owned(), format!("/ctms-api/{path}"), "ok".to_owned(), None);
        assert_eq!(w.noted().await, [ok("login/info"), ok("visits")]);
    }
}

both! {
    async fn only_who_is_authorised_in_the_system_may(engine) {
        let system = system(engine).await;
        let w = World::authorised(engine, system.trial_management()).await;
        let nobody = Browser::new(&w.server.base).get(INFO).await;
        assert_eq!(nobody.failure(), "401");
        w.run("UPDATE grants SET revoked_at = 1").await;
        for (language, text) in [("zh", "您没有临床试验管理系统的授权"), ("en", "You are not authorised for the trial-management system")] {
            let answer = w.call(Method::GET, INFO, None, language).await;
            assert_eq!((answer.failure().as_str(), &answer.json()["message"]), ("403", &json!(text)));
        }
        w.run("UPDATE grants SET revoked_at = NULL").await;
        w.get(INFO).await.data();
        w.run("UPDATE licences SET is_enable = FALSE").await;
        assert_eq!(w.get(INFO).await.failure(), "403");
        let outcomes: Vec<String> = w.noted().await.into_iter().map(|row| row.2).collect();
        assert_eq!(outcomes, ["refused", "refused", "ok", "refused"]);
        assert_eq!(system.calls(), 1);
    }
}

both! {
    async fn another_sites_page_makes_no_call(engine) {
        let system = system(engine).await;
        let w = World::authorised(engine, system.trial_management()).await;
        let mut browser = Browser::new(&w.server.base);
        browser.login(ADMIN, PASSWORD).await.data();
        assert_eq!(browser.get(INFO).await.failure(), "403", "a link of any page");
        let cookie = format!("cardea_session={}", w.token);
        let send = async |pairs: &[(&str, &str)], method: Method| {
            let mut request = client().request(method, format!("{}/api/ctms/visits", w.server.base));
            for (name, value) in pairs.iter().chain([&("cookie", cookie.as_str())]) {
                request = request.header(*name, *value);
            }
            Answer::read(request.body("{}").send().await.unwrap()).await
        };
        let json = ("content-type", "application/json");
        let ours = ("x-requested-with", "cardea");
        for bad in [vec![json], vec![json, ours], vec![json, ours, ("origin", "https://evil.example")]] {
            assert_eq!(send(&bad, Method::POST).await.failure(), "403", "{bad:?}");
        }
        assert_eq!(system.calls(), 0);
        let right = [json, ours, ("origin", w.server.base.as_str())];
        assert_eq!(send(&right, Method::POST).await.data(), json!({ "added": {} }));
    }
}

both! {
    async fn no_path_leads_elsewhere(engine) {
        let system = system(engine).await;
        let w = World::authorised(engine, system.trial_management()).await;
        for path in [
            "..%2Fwhoami", "%2e%2e/whoami", "a/%2e%2e/%2e%2e/whoami", "a%2Fb", "%5C..%5Cwhoami", "//evil.example/",
            "http:%2F%2F169.254.169.254/", "@evil.example", "a%0D%0AHost:%20evil.example", "a%00", "a%3Fb=c", "a%23b", "a;b",
            "login/info?x=%0D%0AX-Evil:%201", "login/info?x=%00", "login/info/", "%E5%BC%A0",
        ] {
            let answer = w.get(&format!("/api/ctms/{path}")).await;
            assert_eq!(answer.json()["success"], false, "{path}: {answer:?}");
            assert!(matches!(answer.json()["code"].as_str(), Some("400" | "404")), "{path}: {answer:?}");
        }
        assert_eq!((system.calls(), w.noted().await.len()), (0, 0), "nothing left the server");
        let parts = w.get("/api/ctms/parts/a.b/c~d").await.data();
        assert_eq!(parts, json!({ "rest": "a.b/c~d" }));
    }
}

both! {
    async fn an_address_inside_is_not_called(engine) {
        // As configured, and as a name would resolve: the guard allows neither.
        for base in ["http://169.254.169.254/latest", "http://127.0.0.1:9/", "http://[::1]:9/", "http://10.0.0.1/"] {
            let w = World::with(engine, base.into(), |config| config.outbound.allow.clear()).await;
            assert_eq!(w.get(INFO).await.failure(), "502", "{base}");
        }
    }
}

both! {
    async fn the_other_side_may_fail_in_every_way(engine) {
        let system = system(engine).await;
        let w = World::with(engine, system.trial_management(), |config| config.trial_management.max_answer = 4096).await;
        for (fault, code, zh, en) in [
            (Fault::ServerError, "502", "业务系统暂时无法访问，请稍后再试",
                "The trial system cannot be reached at the moment, please try again later"),
            (Fault::HugeBody, "502", "临床试验管理系统的应答过大", "The answer of the trial-management system is too large"),
            (Fault::TruncatedJson, "502", "临床试验管理系统的应答无法识别",
                "The answer of the trial-management system makes no sense"),
            (Fault::RedirectToMetadata, "502", "业务系统暂时无法访问，请稍后再试",
                "The trial system cannot be reached at the moment, please try again later"),
            (Fault::Throttled { retry_after_s: 9 }, "422", "业务系统拒绝了该请求", "The trial system refused the request"),
        ] {
            system.set_faults(switched(fault));
            for (language, text) in [("zh", zh), ("en", en)] {
                let answer = w.call(Method::GET, INFO, None, language).await;
                assert_eq!((answer.failure().as_str(), &answer.json()["message"]), (code, &json!(text)), "{fault:?}");
            }
        }
        system.set_faults(Faults::default());
        assert_eq!(w.get("/api/ctms/missing").await.failure(), "422");
        assert_eq!(w.get("/api/ctms/page").await.failure(), "502");
        w.get(INFO).await.data();
        let failed = w.noted().await.into_iter().filter(|row| row.0 == "ctms.failed").collect::<Vec<_>>();
        assert_eq!(failed.len(), 10, "those after are counted in one row, a minute later");
        assert_eq!(w.server.test.kernel.write_gathered(true).await.unwrap(), 1);
        assert!(failed.iter().all(|row| row.2 == "failed" && row.3.as_deref().is_some_and(|why| why.starts_with("downstream_"))));
    }
}

fn switched(fault: Fault) -> Faults {
    Faults { fault: Some(fault), ..Faults::default() }
}

both! {
    async fn one_that_is_dead_or_never_answers_is_given_up(engine) {
        // Accepts connections and never answers.
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/", silent.local_addr().unwrap());
        let w = World::with(engine, base, |config| config.trial_management.timeout_seconds = 1).await;
        let answer = w.get(INFO).await;
        assert_eq!((answer.failure().as_str(), &answer.json()["message"]),
            ("502", &json!("The trial-management system did not answer in time")));
        drop(silent);
        let answer = w.call(Method::GET, INFO, None, "zh").await;
        assert_eq!((answer.failure().as_str(), &answer.json()["message"]), ("502", &json!("临床试验管理系统暂时无法访问")));
    }
}

both! {
    async fn one_person_calls_so_often_and_no_more(engine) {
        let system = system(engine).await;
        let w = World::with(engine, system.trial_management(), |config| config.trial_management.per_minute = 2).await;
        let many = futures::future::join_all((0..6).map(|_| w.get(INFO))).await;
        let taken = many.iter().filter(|answer| answer.status == 200).count();
        assert_eq!((taken, system.calls()), (2, 2));
        let stopped = w.get(INFO).await;
        assert_eq!((stopped.status.as_u16(), stopped.failure().as_str(), stopped.header("retry-after")), (429, "429", "60"));
        w.server.test.clock.advance(60);
        assert_ne!(w.get(INFO).await.status.as_u16(), 429, "the next minute");
    }
}

both! {
    async fn a_signature_under_another_key_is_refused_there_and_said_plainly_here(engine) {
        let system = system(engine).await;
        let other = base64::engine::general_purpose::STANDARD.encode([8; 32]);
        let w = World::with(engine, system.trial_management(), |config| {
            config.trial_management.key = cardea::kernel::secret::Secret::new(other);
        }).await;
        assert_eq!(w.get(INFO).await.failure(), "502");
    }
}

both! {
    async fn a_system_that_knows_no_more_gets_the_signature_as_the_specification_writes_it(engine) {
        let compatible = |config: &mut Config| config.trial_management.signature = SignatureForm::Compatible;
        let system = system_of(engine, true).await;
        let w = World::with(engine, system.trial_management(), compatible).await;
        assert_eq!(w.get(INFO).await.data()["user"], json!(w.user));
        // Either side refuses the other form.
        let w = World::authorised(engine, system.trial_management()).await;
        assert_eq!(w.get(INFO).await.failure(), "502");
        let bound = self::system(engine).await;
        let w = World::with(engine, bound.trial_management(), compatible).await;
        assert_eq!(w.get(INFO).await.failure(), "502");
    }
}

both! {
    async fn off_unless_configured(engine) {
        let w = World::of(spawn_app(engine).await).await;
        for (language, text) in [("zh", "该功能未启用"), ("en", "This is not available")] {
            let answer = w.call(Method::GET, INFO, None, language).await;
            assert_eq!((answer.failure().as_str(), &answer.json()["message"]), ("501", &json!(text)));
        }
        assert_eq!(w.call(Method::POST, "/api/ctms/visits", Some(&json!({})), "en").await.failure(), "501");
        let mut browser = Browser::new(&w.server.base);
        browser.login(ADMIN, PASSWORD).await.data();
        assert_eq!(browser.get("/api/sys/user/info").await.data()["links"], json!([]));
    }
}

both! {
    async fn links_to_the_system_come_in_the_callers_language(engine) {
        let server = spawn_with(engine, |config| {
            config.trial_management.links = vec![cardea::config::SystemLink {
                name: cardea::config::Bilingual { zh: "试验管理".into(), en: "Trial management".into() },
                url: "https://ctms.example.org/home".into(),
            }];
        }).await;
        let w = World::of(server).await;
        for (language, name) in [("zh", "试验管理"), ("en", "Trial management")] {
            let info = w.call(Method::GET, "/api/sys/user/info", None, language).await.data();
            assert_eq!(info["links"], json!([{ "name": name, "url": "https://ctms.example.org/home" }]));
        }
    }
}

both! {
    async fn the_demonstration_answers_signed_calls(engine) {
        let installation = Installation::new(engine).await;
        let server = installation.demo().await;
        let visit = json!({ "visit": "V1" });
        let mut monitor = Browser::new(&server.base);
        monitor.login("monitor", PASSWORD).await.data();
        let told = monitor.post("/api/ctms/visits", &visit).await.data();
        assert_eq!(told, json!({ "added": visit }));
        let mut other = Browser::new(&server.base);
        other.login("investigator", PASSWORD).await.data();
        assert_eq!(other.post("/api/ctms/visits", &visit).await.failure(), "403", "nobody gave them anything there");
    }
}
