//! Second factors, passkeys and the account pages over HTTP.

#[path = "../../../../tests/support/authenticator.rs"]
pub mod authenticator;
mod enrolment;
mod own;
mod passkeys;
mod policy;
mod recent;
mod reset;
mod second_step;

use super::*;
use crate::authentication::factors::totp_code;

pub const TOTP: &str = "/api/sys/login/factor/totp";
pub const RECOVERY: &str = "/api/sys/login/factor/recovery";
pub const INFO: &str = "/api/sys/user/info";

/// A person's authenticator application.
#[derive(Clone)]
pub struct Phone {
    pub secret: String,
}

impl Phone {
    /// The present code.
    pub fn code(&self, app: &App) -> String {
        totp_code(&self.secret, app.now())
    }

    /// A code that is not valid around now.
    pub fn wrong(&self, app: &App) -> String {
        let near: Vec<String> =
            [-60, -30, 0, 30, 60].iter().map(|later| totp_code(&self.secret, app.now().plus_seconds(*later))).collect();
        (0..10).map(|n| format!("{n:06}")).find(|code| !near.contains(code)).unwrap()
    }
}

impl App {
    /// An app whose address has a host name, which passkeys need.
    pub async fn named(engine: Engine) -> Self {
        Self::with(engine, |c| c.http.public_url = authenticator::ORIGIN.into()).await
    }

    /// A browser of such an app.
    pub fn named_browser(&self) -> Browser {
        self.browser().header("origin", authenticator::ORIGIN)
    }

    /// Waits for the next code: each works once.
    pub fn next_code(&self) {
        self.t.clock.advance(30);
    }
}

/// Adds an application to the signed-in account; returns the recovery codes, too.
pub async fn add_phone(app: &App, browser: &mut Browser) -> (Phone, Vec<String>) {
    let offer = browser.post("/api/account/factors/totp/begin", &json!({})).await.ok();
    let phone = Phone { secret: offer.data()["secret"].as_str().unwrap().to_owned() };
    let body = json!({ "enrolment": offer.data()["enrolment"], "code": phone.code(app) });
    let added = browser.post("/api/account/factors/totp", &body).await.ok();
    (phone, codes(&added))
}

/// The recovery codes in an answer.
pub fn codes(answer: &Answer) -> Vec<String> {
    let list = answer.data()["recoveryCodes"].as_array().cloned().unwrap_or_default();
    list.iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

/// An account with an application, its owner's phone and recovery codes. Nobody is signed in.
pub async fn with_phone(engine: Engine) -> (App, Phone, Vec<String>) {
    let app = App::new(engine).await;
    app.user("alice").await;
    let mut browser = app.browser();
    browser.login("alice", PASSWORD).await.ok();
    let (phone, codes) = add_phone(&app, &mut browser).await;
    browser.post("/api/sys/logout", &json!({})).await.ok();
    app.next_code();
    (app, phone, codes)
}

/// Signs in up to the second step; returns its continuation.
pub async fn first_step(browser: &mut Browser) -> String {
    let asked = browser.login("alice", PASSWORD).await.fails("20011");
    asked.data()["continuation"].as_str().unwrap().to_owned()
}

/// Sends a code with a continuation.
pub async fn second(browser: &mut Browser, path: &str, continuation: &str, code: &str) -> Answer {
    browser.post(path, &json!({ "continuation": continuation, "code": code })).await
}
