//! The answers of every address: pages with their policy, unknown addresses with the error shape of their interface,
//! security headers, and health.

use cardea::kernel::pages;

use crate::app::{spawn_app, spawn_with};
use crate::both;
use crate::browser::{Answer, Browser, client};

/// Addresses with a query, and of the console, in addition to the portal's own.
const MORE: &[&str] = &[
    "/signIn/sso?code=x",
    "/setUp?key=x",
    "/device?user_code=BCDF-GHJK",
    "/index",
    "/index/systemManger/tenant",
    "/index/tenantManager/tenantUser",
];

/// Checks the security headers that every answer has.
fn guarded(answer: &Answer) {
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(answer.header(name), value, "{name} in {answer:?}");
    }
    for name in ["permissions-policy", "content-security-policy", "x-request-id"] {
        assert_ne!(answer.header(name), "", "{name} in {answer:?}");
    }
    let policy = answer.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(!policy.contains("unsafe-"), "{policy}");
}

fn sources<'p>(policy: &'p str, directive: &str) -> Option<&'p str> {
    policy.split(';').find_map(|part| part.trim().strip_prefix(directive)).map(str::trim)
}

both! {
    async fn every_address_of_the_router_table_is_a_guarded_page(engine) {
        let server = spawn_app(engine).await;
        let mut browser = Browser::new(&server.base);
        for path in pages::PORTAL.iter().map(|page| page.path).chain(MORE.iter().copied()) {
            let page = browser.get(path).await;
            assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/html; charset=utf-8"), "{path}");
            guarded(&page);
            let policy = page.header("content-security-policy");
            assert_eq!(sources(policy, "script-src"), Some("'self'"), "{path}");
            assert_eq!(sources(policy, "form-action"), Some("'self'"), "{path}");
            // The page's scripts exist, with the right type.
            for script in page.body.split("src=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
                let script = browser.get(script).await;
                assert_eq!(script.status, 200);
                assert!(script.header("content-type").starts_with("text/javascript"), "{script:?}");
                guarded(&script);
            }
        }
    }
}

both! {
    async fn an_unknown_address_answers_in_the_shape_of_its_face(engine) {
        let server = spawn_app(engine).await;
        let mut browser = Browser::new(&server.base);
        let asset = browser.get("/assets/gone-12345678.js").await;
        assert_eq!(asset.status, 404);
        assert!(!asset.header("content-type").starts_with("text/html"), "an asset is never a page: {asset:?}");
        guarded(&asset);
        let page = browser.get("/nowhere").await;
        assert_eq!((page.status.as_u16(), page.header("content-type")), (404, "text/html; charset=utf-8"));
        guarded(&page);
        for path in ["/api", "/api/", "/api/sys/nowhere", "/api/nowhere/at/all", "/api/sys/login/"] {
            let call = browser.get(path).await;
            assert_eq!((call.status.as_u16(), call.failure().as_str()), (404, "404"), "{path}");
            assert_eq!(call.json()["requestId"], call.header("x-request-id"), "{path}");
            guarded(&call);
        }
        for path in ["/api/admin", "/api/admin/", "/api/admin/nowhere", "/api/admin/tenants/"] {
            let call = browser.get(path).await;
            let body = call.json();
            assert_eq!((call.status.as_u16(), body["success"].is_null()), (404, true), "{path}: {body}");
            assert!(body["code"].is_string() && body["message"].is_string(), "{path}: {body}");
            assert_eq!(body["requestId"], call.header("x-request-id"), "{path}");
            guarded(&call);
        }
        let call = browser.get("/api/sys/login").await;
        assert_eq!((call.status.as_u16(), call.header("allow")), (405, "POST"));
        assert_eq!(call.json()["requestId"], call.header("x-request-id"));
    }
}

/// The documents that are at hand.
const DOCUMENTS: [&str; 3] =
    ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server", "/oauth2/jwks"];

both! {
    async fn a_public_document_is_the_same_whoever_answers_for_it(engine) {
        // Without an access log, GET is answered before the routes are looked up.
        let (first, logged) = (spawn_app(engine).await, spawn_with(engine, |config| config.log.access = true).await);
        let paths = |server| DOCUMENTS.iter().map(move |path| (server, *path));
        for (server, path) in paths(&first).chain(paths(&logged)) {
            let mut browser = Browser::new(&server.base);
            let whole = browser.get(path).await;
            guarded(&whole);
            let head = client().head(format!("{}{path}", server.base)).send().await.unwrap();
            assert_eq!((whole.status.as_u16(), head.status().as_u16()), (200, 200), "{path}");
            for name in ["content-type", "cache-control", "etag", "access-control-allow-origin", "content-length"] {
                assert_ne!(whole.header(name), "", "{name} of {path}");
                assert_eq!(head.headers()[name].to_str().unwrap(), whole.header(name), "{name} of {path}");
            }
            let known = client().get(format!("{}{path}", server.base)).header("if-none-match", whole.header("etag"));
            let known = known.send().await.unwrap();
            assert_eq!(known.status(), 304, "{path}");
            assert_eq!(known.headers()["x-content-type-options"], "nosniff");
            assert_ne!(known.headers()["x-request-id"].to_str().unwrap(), whole.header("x-request-id"));
            assert!(!known.headers().contains_key("content-type"), "{known:?}");
            assert_eq!(known.text().await.unwrap(), "");
            let wrong = client().post(format!("{}{path}", server.base)).send().await.unwrap();
            assert_eq!((wrong.status().as_u16(), wrong.headers()["allow"].to_str().unwrap()), (405, "GET,HEAD"), "{path}");
        }
    }
}

both! {
    async fn the_server_says_whether_it_is_well(engine) {
        let server = spawn_app(engine).await;
        let mut browser = Browser::new(&server.base);
        for (path, text) in [("/healthz", "ok\n"), ("/readyz", "ready\n")] {
            let answer = browser.get(path).await;
            assert_eq!((answer.status.as_u16(), answer.body.as_str()), (200, text));
            guarded(&answer);
        }
        // It stays alive without its database, and reports that it is not ready.
        server.test.kernel.db().close().await;
        assert_eq!(browser.get("/healthz").await.status, 200);
        let answer = browser.get("/readyz").await;
        assert_eq!(answer.status, 503);
        guarded(&answer);
        let call = browser.get("/api/tenant/combobox").await;
        assert_eq!(call.failure(), "401", "who brings no session is told so without the database");
    }
}
