use super::*;
use crate::both;

async fn key(app: &App) -> String {
    let link = app.sessions.setup_link().await.unwrap().expect("nobody administers the platform yet");
    let link = url::Url::parse(&link).unwrap();
    assert_eq!((link.origin().ascii_serialization().as_str(), link.path()), (ORIGIN, "/setUp"));
    link.query_pairs().find(|(name, _)| name == "key").unwrap().1.into_owned()
}

fn body(key: &str, name: &str) -> Value {
    json!({ "key": key, "userName": name, "fullName": "第一位管理员", "email": format!("{name}@example.org"),
        "phone": "13800000000", "password": PASSWORD })
}

async fn valid(app: &App, key: &str) -> bool {
    let answer = app.browser().get(&format!("/api/sys/setup?key={key}")).await.ok();
    answer.data()["valid"].as_bool().unwrap()
}

both! {
    async fn the_first_administrator_is_made_once(engine) {
        let app = App::new(engine).await;
        let (key, other) = (key(&app).await, key(&app).await);
        assert!(valid(&app, &key).await);
        app.browser().post("/api/sys/setup", &body(&key, "admin")).await.ok();
        let mut browser = app.browser();
        browser.login("admin", PASSWORD).await.ok();
        let token = browser.cookies["cardea_session"].clone();
        let crate::kernel::ctx::Who::Person(person) = app.sessions.resolve(&token, crate::kernel::recent::Age::Now).await.unwrap() else { panic!() };
        assert_eq!(person.system, crate::kernel::ctx::Allowed::Everything);
        for key in [&key, &other] {
            assert!(!valid(&app, key).await);
            app.browser().post("/api/sys/setup", &body(key, "second")).await.fails("403");
        }
        assert!(app.sessions.setup_link().await.unwrap().is_none());
        let audit = app.audit().await;
        let made: Vec<_> = audit.iter().take(2).map(|row| (row.0.as_str(), row.4.as_str())).collect();
        assert_eq!(made, [("role.created", "system:set-up"), ("user.created", "system:set-up")]);
        // Locking the last administrator does not allow the set-up again.
        app.run("UPDATE users SET status = 1").await;
        assert!(app.sessions.setup_link().await.unwrap().is_none());
    }
}

both! {
    async fn of_parallel_uses_of_one_key_one_wins(engine) {
        let app = App::new(engine).await;
        let key = key(&app).await;
        race(&app, vec![key.clone(), key.clone(), key.clone(), key]).await;
    }
}

both! {
    async fn of_parallel_uses_of_several_keys_one_wins(engine) {
        let app = App::new(engine).await;
        let keys = vec![key(&app).await, key(&app).await, key(&app).await];
        race(&app, keys).await;
    }
}

async fn race(app: &App, keys: Vec<String>) {
    let tries = keys.into_iter().enumerate().map(|(n, key)| {
        let mut browser = app.browser();
        async move { browser.post("/api/sys/setup", &body(&key, &format!("admin{n}"))).await.code().to_owned() }
    });
    let codes = futures::future::join_all(tries).await;
    assert_eq!(codes.iter().filter(|c| *c == "200").count(), 1, "{codes:?}");
    assert_eq!(codes.iter().filter(|c| *c == "403").count(), codes.len() - 1, "{codes:?}");
    assert_eq!(app.count("SELECT COUNT(*) FROM users").await, 1);
    assert_eq!(app.count("SELECT COUNT(*) FROM roles").await, 1);
}

both! {
    async fn a_key_of_another_kind_or_time_is_refused(engine) {
        let app = App::new(engine).await;
        let good = key(&app).await;
        let captcha = app.browser().get("/api/sys/captcha").await.ok().data()["key"].as_str().unwrap().to_owned();
        let long = "A".repeat(2000);
        for bad in ["", "x", "AAAA", &captcha, &good[1..], &long] {
            assert!(!valid(&app, bad).await);
            app.browser().post("/api/sys/setup", &body(bad, "admin")).await.fails("403");
        }
        assert!(!app.browser().get("/api/sys/setup").await.ok().data()["valid"].as_bool().unwrap());
        app.t.clock.advance(24 * 3600);
        assert!(!valid(&app, &good).await);
        app.browser().post("/api/sys/setup", &body(&good, "admin")).await.fails("403");
    }
}

both! {
    async fn every_wrong_field_is_named_and_the_key_stays_good(engine) {
        let app = App::new(engine).await;
        let key = key(&app).await;
        let wrong = json!({ "key": key, "userName": "a@b", "fullName": " ", "email": "nobody", "phone": "12x",
            "password": "" });
        let answer = app.browser().post("/api/sys/setup", &wrong).await.fails("400");
        let fields: Vec<&String> = answer.data()["errors"].as_object().unwrap().keys().collect();
        assert_eq!(fields, ["email", "fullName", "password", "phone", "userName"]);
        for (field, value) in [("password", "alllowercase1"), ("userName", "ad\u{0}min"), ("userName", "abc")] {
            let mut body = body(&key, "admin");
            body[field] = json!(value);
            let answer = app.browser().post("/api/sys/setup", &body).await.fails("400");
            assert!(answer.data()["errors"][field].is_string(), "{field}");
        }
        app.user("taken").await;
        let answer = app.browser().post("/api/sys/setup", &body(&key, "Taken")).await.fails("400");
        assert!(answer.data()["errors"]["userName"].is_string() && answer.data()["errors"]["email"].is_string());
        assert_eq!(app.count("SELECT COUNT(*) FROM roles").await, 0, "nothing is half done");
        app.browser().post("/api/sys/setup", &body(&key, "admin")).await.ok();
    }
}
