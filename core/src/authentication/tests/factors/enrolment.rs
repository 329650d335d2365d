use super::*;
use crate::both;

const BEGIN: &str = "/api/sys/login/factor/enrol/totp/begin";
const CONFIRM: &str = "/api/sys/login/factor/enrol/totp";

/// An app whose policy requires a factor of everybody.
async fn strict(engine: Engine) -> App {
    let app = App::with(engine, |c| c.sign_in.factor_policy = crate::config::FactorPolicy::Required).await;
    app.user("alice").await;
    app
}

async fn begin(browser: &mut Browser, step: &str) -> (Phone, Value) {
    let offer = browser.post(BEGIN, &json!({ "continuation": step })).await.ok();
    (Phone { secret: offer.data()["secret"].as_str().unwrap().to_owned() }, offer.data()["enrolment"].clone())
}

both! {
    async fn whoever_has_to_have_a_factor_sets_one_up_before_the_session_begins(engine) {
        let app = strict(engine).await;
        let mut browser = app.browser();
        let asked = browser.login("alice", PASSWORD).await.fails("20011");
        assert_eq!((&asked.data()["ways"], &asked.data()["enrol"]), (&json!([]), &json!(["totp"])));
        let step = asked.data()["continuation"].as_str().unwrap().to_owned();
        // The operations that prove a factor do not help a person without one.
        second(&mut browser, TOTP, &step, "123456").await.fails("20014");
        second(&mut browser, RECOVERY, &step, "AAAAA-AAAAA").await.fails("20014");

        let offer = browser.post(BEGIN, &json!({ "continuation": step })).await.ok();
        let uri = offer.data()["uri"].as_str().unwrap();
        assert!(uri.starts_with("otpauth://totp/Cardea:alice?secret="), "{uri}");
        assert!(uri.ends_with("&issuer=Cardea"), "{uri}");
        assert_eq!(app.count("SELECT COUNT(*) FROM totp_factors").await, 0, "nothing is kept until it is confirmed");
        let phone = Phone { secret: offer.data()["secret"].as_str().unwrap().to_owned() };
        let confirm = |code: String| json!({ "continuation": step, "enrolment": offer.data()["enrolment"], "code": code });
        browser.post(CONFIRM, &confirm(phone.wrong(&app))).await.fails("20013");
        assert_eq!(app.count("SELECT COUNT(*) FROM totp_factors").await, 0);
        let done = browser.post(CONFIRM, &confirm(phone.code(&app))).await.ok();
        assert_eq!(codes(&done).len(), 10);
        assert_eq!(done.data()["pwdReset"], true);
        browser.get(INFO).await.ok();
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions WHERE acr = '2'").await, 1);
        let mut tx = app.tx().await;
        let (sealed,): (Vec<u8>,) = tx.query("SELECT secret FROM totp_factors").one().await.unwrap();
        assert!(sealed.len() > 20 && !String::from_utf8_lossy(&sealed).contains(&phone.secret));
        drop(tx);
        let shown = app.count("SELECT COUNT(*) FROM audit_events WHERE after LIKE '%secret%' OR after LIKE '%otpauth%'").await;
        assert_eq!(shown, 0);
        // From now on it is required; the code that confirmed it is spent.
        let mut next = app.browser();
        let step = first_step(&mut next).await;
        second(&mut next, TOTP, &step, &phone.code(&app)).await.fails("20013");
        app.next_code();
        second(&mut next, TOTP, &step, &phone.code(&app)).await.ok();
    }
}

both! {
    async fn once_there_is_a_factor_no_earlier_step_sets_up_another(engine) {
        let app = strict(engine).await;
        // A thief with the password begins, and waits until the owner has enrolled a factor.
        let (mut thief, mut owner) = (app.browser(), app.browser());
        let (theirs, own) = (first_step(&mut thief).await, first_step(&mut owner).await);
        let (their_phone, their_offer) = begin(&mut thief, &theirs).await;
        let (phone, offer) = begin(&mut owner, &own).await;
        let body = json!({ "continuation": own, "enrolment": offer, "code": phone.code(&app) });
        owner.post(CONFIRM, &body).await.ok();
        let body = json!({ "continuation": theirs, "enrolment": their_offer, "code": their_phone.code(&app) });
        thief.post(CONFIRM, &body).await.fails("20014");
        thief.post(BEGIN, &json!({ "continuation": theirs })).await.fails("20014");
        assert_eq!(app.count("SELECT COUNT(*) FROM sessions").await, 1);
    }
}

both! {
    async fn of_two_enrolments_at_once_one_counts(engine) {
        let app = strict(engine).await;
        let (mut a, mut b) = (app.browser(), app.browser());
        let (step_a, step_b) = (first_step(&mut a).await, first_step(&mut b).await);
        let ((phone_a, offer_a), (phone_b, offer_b)) = (begin(&mut a, &step_a).await, begin(&mut b, &step_b).await);
        let body_a = json!({ "continuation": step_a, "enrolment": offer_a, "code": phone_a.code(&app) });
        let body_b = json!({ "continuation": step_b, "enrolment": offer_b, "code": phone_b.code(&app) });
        let (x, y) = tokio::join!(a.post(CONFIRM, &body_a), b.post(CONFIRM, &body_b));
        let mut outcomes = [x.code().to_owned(), y.code().to_owned()];
        outcomes.sort();
        assert_eq!(outcomes, ["200", "20014"]);
        assert_eq!(app.count("SELECT COUNT(*) FROM recovery_codes").await, 10);
    }
}

both! {
    async fn an_offer_is_for_one_person_one_use_and_some_minutes(engine) {
        let app = App::new(engine).await;
        app.user("alice").await;
        app.user("bob").await;
        let (mut alice, mut bob) = (app.browser(), app.browser());
        alice.login("alice", PASSWORD).await.ok();
        bob.login("bob", PASSWORD).await.ok();
        let offer = alice.post("/api/account/factors/totp/begin", &json!({})).await.ok();
        let phone = Phone { secret: offer.data()["secret"].as_str().unwrap().to_owned() };
        let body = |app: &App| json!({ "enrolment": offer.data()["enrolment"], "code": phone.code(app) });
        bob.post("/api/account/factors/totp", &body(&app)).await.fails("20014");
        alice.post("/api/account/factors/totp", &body(&app)).await.ok();
        app.next_code();
        alice.post("/api/account/factors/totp", &body(&app)).await.fails("20014");
        // Another application replaces the first; recovery codes stay the same.
        let second_offer = alice.post("/api/account/factors/totp/begin", &json!({})).await.ok();
        let other = Phone { secret: second_offer.data()["secret"].as_str().unwrap().to_owned() };
        app.t.clock.advance(500);
        let late = json!({ "enrolment": second_offer.data()["enrolment"], "code": other.code(&app) });
        let replaced = alice.post("/api/account/factors/totp", &late).await.ok();
        assert_eq!(replaced.data()["recoveryCodes"], Value::Null);
        let third = alice.post("/api/account/factors/totp/begin", &json!({})).await.ok();
        app.t.clock.advance(901);
        alice.post("/api/account/factors/totp", &json!({ "enrolment": third.data()["enrolment"], "code": "000000" })).await.fails("20012");
        app.next_code();
        let mut next = app.browser();
        let step = first_step(&mut next).await;
        second(&mut next, TOTP, &step, &phone.code(&app)).await.fails("20013");
        second(&mut next, TOTP, &step, &other.code(&app)).await.ok();
    }
}
