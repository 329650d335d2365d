use std::collections::BTreeSet;

use super::*;

/// A world on one engine only: nothing here touches the database.
async fn world() -> World {
    World::new(Engine::Sqlite).await
}

#[tokio::test]
async fn discovery_is_the_contract() {
    let w = world().await;
    let answer = w.get("/.well-known/openid-configuration", &Who::Nobody).await;
    insta::assert_json_snapshot!("discovery", answer.json());
    let other = w.get("/.well-known/oauth-authorization-server", &Who::Nobody).await;
    assert_eq!(answer.body, other.body);
}

#[tokio::test]
async fn discovery_tells_exactly_what_is_routed() {
    let w = world().await;
    let metadata = w.get("/.well-known/openid-configuration", &Who::Nobody).await.json();
    let told: BTreeSet<String> = metadata
        .as_object()
        .unwrap()
        .iter()
        .filter(|(name, _)| name.ends_with("_endpoint") || name.ends_with("_uri"))
        .map(|(_, value)| value.as_str().unwrap().strip_prefix(ISSUER).unwrap().to_owned())
        .collect();
    let all = navigation(w.provider.clone()).merge(calls(w.provider.clone())).merge(documents(w.provider.clone()));
    let (_, openapi) = all.split_for_parts();
    // The page of the portal's own sign-out is no endpoint of the protocol.
    let endpoint =
        |path: &&String| path.starts_with("/oauth2/") && !path.contains('{') && *path != "/oauth2/signed-out";
    let routed: BTreeSet<String> = openapi.paths.paths.keys().filter(endpoint).cloned().collect();
    assert_eq!(told, routed);
    for path in &told {
        assert_ne!(w.get(path, &Who::Nobody).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn documents_are_cached_by_their_etag() {
    let w = world().await;
    for path in ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server", "/oauth2/jwks"] {
        let answer = w.get(path, &Who::Nobody).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.header("content-type"), "application/json");
        assert_eq!(answer.header("cache-control"), "public, max-age=300");
        assert_eq!(answer.header("access-control-allow-origin"), "*");
        let etag = answer.header("etag").to_owned();
        for (sent, status) in [
            (etag.clone(), StatusCode::NOT_MODIFIED),
            (format!("\"x\", W/{etag}"), StatusCode::NOT_MODIFIED),
            ("*".to_owned(), StatusCode::NOT_MODIFIED),
            ("\"x\"".to_owned(), StatusCode::OK),
        ] {
            let request = HttpRequest::get(path).header(header::IF_NONE_MATCH, sent).body(Body::empty()).unwrap();
            let again = w.send(request).await;
            assert_eq!((again.status, again.header("etag")), (status, etag.as_str()));
            assert_eq!(again.body.is_empty(), status == StatusCode::NOT_MODIFIED);
        }
    }
}

#[tokio::test]
async fn scripts_of_other_origins_reach_what_needs_no_cookie_and_nothing_else() {
    let w = world().await;
    let preflight = async |path: &str| {
        let request = HttpRequest::builder().method(Method::OPTIONS).uri(path);
        let request = request.header("origin", "https://app.example").header("access-control-request-method", "POST");
        let request = request.header("access-control-request-headers", "authorization");
        w.send(request.body(Body::empty()).unwrap()).await
    };
    for path in ["/oauth2/token", "/oauth2/userinfo"] {
        let answer = preflight(path).await;
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (StatusCode::OK, "*"), "{path}");
        assert!(answer.header("access-control-allow-headers").contains("authorization"));
        assert_eq!(answer.header("access-control-allow-credentials"), "");
    }
    for path in ["/oauth2/authorize", "/oauth2/logout"] {
        assert_eq!(preflight(path).await.header("access-control-allow-origin"), "", "{path}");
    }
}
