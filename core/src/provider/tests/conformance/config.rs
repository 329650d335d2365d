//! The plan `oidcc-config-certification-test-plan`, with the dynamic plan's further checks of the metadata.

use super::*;
use crate::both;

both! {
    async fn oidcc_discovery_endpoint_verification(engine) {
        let w = World::new(engine).await;
        let answer = w.get("/.well-known/openid-configuration", &Who::Nobody).await;
        assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "application/json"));
        let m = answer.json();
        assert_eq!(m["issuer"], ISSUER, "the address that it was fetched from, without the well-known part");
        for (name, path) in [
            ("authorization_endpoint", "/oauth2/authorize"),
            ("token_endpoint", "/oauth2/token"),
            ("userinfo_endpoint", "/oauth2/userinfo"),
            ("jwks_uri", "/oauth2/jwks"),
            ("registration_endpoint", "/oauth2/register"),
        ] {
            assert_eq!(m[name], format!("{ISSUER}{path}"));
        }
        let has = |name: &str, value: &str| m[name].as_array().is_some_and(|list| list.iter().any(|v| v == value));
        for (name, value) in [
            ("scopes_supported", "openid"),
            ("response_types_supported", "code"),
            ("response_modes_supported", "query"),
            ("grant_types_supported", "authorization_code"),
            ("subject_types_supported", "public"),
            ("subject_types_supported", "pairwise"),
            ("id_token_signing_alg_values_supported", "RS256"),
            ("token_endpoint_auth_methods_supported", "client_secret_basic"),
            ("claims_supported", "sub"),
            ("claim_types_supported", "normal"),
            ("userinfo_signing_alg_values_supported", "RS256"),
        ] {
            assert!(has(name, value), "{name} {value}");
        }
        for (name, value) in m.as_object().unwrap() {
            if name.ends_with("_alg_values_supported") {
                assert!(!has(name, "none") && !value.as_array().unwrap().is_empty(), "{name}");
            }
            if name.ends_with("_endpoint") || name.ends_with("_uri") {
                assert!(value.as_str().unwrap().starts_with(&format!("{ISSUER}/")), "{name}");
            }
        }
        for name in ["claims_parameter_supported", "request_parameter_supported", "request_uri_parameter_supported"] {
            assert_eq!(m[name], true, "{name}");
        }
        // Every published key can verify, names its use, and has no private members.
        for key in w.jwks().await["keys"].as_array().unwrap() {
            assert_eq!(key["use"], "sig");
            assert!(key["kid"].is_string() && key["alg"].is_string());
            assert!(["d", "p", "q", "dp", "dq", "qi", "k"].iter().all(|private| key.get(private).is_none()), "{key}");
        }
    }
}
