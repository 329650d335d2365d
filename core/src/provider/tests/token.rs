use aws_lc_rs::digest::{SHA256, digest};
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::*;
use crate::both;

fn refused(answer: &Answer, status: StatusCode, error: &str, why: &str) {
    assert_eq!(answer.status, status, "{why}: {answer:?}");
    assert_eq!(answer.json()["error"], error, "{why}");
    let description = answer.json()["error_description"].as_str().unwrap().to_owned();
    assert!(description.bytes().all(|b| (0x20..0x7f).contains(&b) && b != b'"' && b != b'\\'), "{description}");
    assert_eq!(answer.header("cache-control"), "no-store", "{why}");
    assert_eq!(answer.header("content-type"), "application/json", "{why}");
}

both! {
    async fn a_code_gives_tokens_that_say_who_came_and_with_which_roles(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        w.t.clock.advance(7);
        let code = w.code(&who).await;
        w.t.clock.advance(59);
        let answer = w.exchange(&code, &[]).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        assert_eq!((answer.header("cache-control"), answer.header("pragma")), ("no-store", "no-cache"));
        assert_eq!(answer.header("access-control-allow-origin"), "*");
        let tokens = answer.json();
        assert_eq!(tokens["token_type"], "Bearer");
        assert_eq!(tokens["expires_in"], 600);
        assert_eq!(tokens["scope"], "openid profile email phone");
        let jwks = w.jwks().await;
        let access_token = tokens["access_token"].as_str().unwrap();
        let access = verified(&jwks, access_token, "at+jwt");
        let iat = NOW + 66;
        let family = access["grant_id"].clone();
        assert_eq!(access, json!({ "iss": ISSUER, "sub": "u1", "aud": ISSUER, "exp": iat + 600, "iat": iat,
            "auth_time": NOW, "acr": "password", "amr": ["pwd"], "jti": access["jti"], "client_id": "edc",
            "scope": "openid profile email phone", "sid": "s1", "grant_id": family }));
        let id = verified(&jwks, tokens["id_token"].as_str().unwrap(), "JWT");
        let half = URL_SAFE_NO_PAD.encode(&digest(&SHA256, access_token.as_bytes()).as_ref()[..16]);
        assert_eq!(id, json!({ "iss": ISSUER, "sub": "u1", "aud": "edc", "exp": iat + 3600, "iat": iat,
            "auth_time": NOW, "nonce": "n-1", "at_hash": half, "sid": "s1", "acr": "password", "amr": ["pwd"],
            "cardea_tenant": { "id": "t1", "code": "T001", "name": "示例药业" },
            "cardea_studies": [{ "study": "CT-001", "roles": [{ "role": "crc", "environment": "uat" }] }] }));
        assert_eq!(w.count("SELECT COUNT(*) FROM token_families WHERE revoked_at IS NULL").await, 1);
    }
}

both! {
    /// A request that names a resource is checked before the code is used up; one that names none is checked with it.
    async fn a_family_is_the_same_whichever_way_it_begins(engine) {
        let w = World::new(engine).await;
        let kinds = [json!(["authorization_code", "refresh_token"]), json!(["authorization_code"])];
        for (at, grants) in kinds.iter().enumerate() {
            w.register(json!({ "client_id": format!("app{at}"), "client_secret": SECRET, "redirect_uris": [CALLBACK],
                "grant_types": grants, "cardea_scopes": ["openid", "profile", "offline_access", "Offline_Access", "address"] }))
                .await;
        }
        let who = w.sign_in("u1", "s1").await;
        for (client, scope) in [
            ("app0", "openid"),
            ("app0", "openid offline_access"),
            ("app0", "offline_access"),
            ("app0", "openid Offline_Access"),
            ("app0", "openid address offline_access"),
            ("app1", "openid offline_access"),
            ("app1", "openid profile"),
        ] {
            let mut begun = Vec::new();
            for resource in [None, Some(ISSUER)] {
                let asked = request(&[("client_id", Some(client)), ("scope", Some(scope))]);
                let code = w.authorize(&asked, &who).await.location().1["code"].clone();
                let form = [("grant_type", "authorization_code"), ("code", &code), ("redirect_uri", CALLBACK)];
                let form = form.into_iter().chain([("code_verifier", VERIFIER)]).chain(resource.map(|it| ("resource", it)));
                let form = query(&form.collect::<Vec<_>>());
                let answer = w.post("/oauth2/token", form, Some(&basic(client, SECRET)), &Who::Nobody).await;
                assert_eq!(answer.status, StatusCode::OK, "{client} {scope}: {answer:?}");
                begun.push((stored_family(&w).await, told(answer.json())));
            }
            assert_eq!(begun[0], begun[1], "{client} {scope}");
            let ((offline, _, _, refreshes, _), tokens) = &begun[0];
            assert_eq!(*offline, scope.contains("offline_access") && client == "app0", "{client} {scope}");
            assert_eq!(refreshes.is_some(), client == "app0", "{client} {scope}");
            assert_eq!(tokens["refresh_token"].is_string(), client == "app0", "{client} {scope}");
        }
    }
}

/// Whether the only family is offline, its grant, its end, that of its refresh token, and whether its code was used for it.
/// The family is removed.
async fn stored_family(w: &World) -> (bool, Value, i64, Option<i64>, bool) {
    let mut cx = w.cx();
    let sql = "SELECT f.offline, f.granted, f.expires_at, f.refresh_expires_at, c.consumed_at IS NOT NULL AS used \
        FROM token_families f JOIN authorization_codes c ON c.family_id = f.id";
    let row: (bool, sqlx::types::Json<Value>, i64, Option<i64>, bool) =
        cx.db().await.unwrap().query(sql).one().await.unwrap();
    drop(cx);
    w.sql("DELETE FROM token_families").await;
    (row.0, row.1.0, row.2, row.3, row.4)
}

/// An answer without what is new in each.
fn told(mut answer: Value) -> Value {
    for name in ["access_token", "id_token", "refresh_token"] {
        if answer[name].is_string() {
            answer[name] = "there".into();
        }
    }
    answer
}

both! {
    async fn every_way_to_fail_has_its_error(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let code = w.code(&who).await;
        let other = "x".repeat(43);
        for (changes, error) in [
            (vec![("grant_type", "")], "invalid_request"),
            (vec![("grant_type", "password")], "unsupported_grant_type"),
            (vec![("grant_type", "client_credentials")], "unauthorized_client"),
            (vec![("code", "")], "invalid_request"),
            (vec![("code", "unknown")], "invalid_grant"),
            (vec![("redirect_uri", "")], "invalid_request"),
            (vec![("redirect_uri", "https://edc.example.org/callback/")], "invalid_grant"),
            (vec![("code_verifier", "")], "invalid_grant"),
            (vec![("code_verifier", other.as_str())], "invalid_grant"),
            (vec![("code_verifier", CHALLENGE)], "invalid_grant"),
            (vec![("code_verifier", "short")], "invalid_grant"),
            (vec![("client_id", "spa")], "invalid_request"),
            (vec![("client_secret", SECRET)], "invalid_request"),
            (vec![("code", "a\0b")], "invalid_request"),
        ] {
            let answer = w.exchange(&code, &changes).await;
            refused(&answer, StatusCode::BAD_REQUEST, error, &format!("{changes:?}"));
        }
        // None of these used the code up.
        assert_eq!(w.exchange(&code, &[("client_id", "edc")]).await.status, StatusCode::OK);
    }
}

both! {
    async fn only_forms_that_name_everything_once_are_read(engine) {
        let w = World::new(engine).await;
        let auth = basic("edc", SECRET);
        let twice = "grant_type=authorization_code&grant_type=authorization_code&code=x".to_owned();
        let answer = w.post("/oauth2/token", twice, Some(&auth), &Who::Nobody).await;
        refused(&answer, StatusCode::BAD_REQUEST, "invalid_request", "repeated");
        let json = HttpRequest::post("/oauth2/token").header("content-type", "application/json");
        let answer = w.send(json.body(Body::from("{}")).unwrap()).await;
        refused(&answer, StatusCode::BAD_REQUEST, "invalid_request", "json");
        let large = format!("grant_type=authorization_code&code={}", "x".repeat(70_000));
        let answer = w.post("/oauth2/token", large, Some(&auth), &Who::Nobody).await;
        refused(&answer, StatusCode::BAD_REQUEST, "invalid_request", "large");
        let answer = w.get("/oauth2/token", &Who::Nobody).await;
        refused(&answer, StatusCode::METHOD_NOT_ALLOWED, "invalid_request", "GET");
        assert_eq!(answer.header("allow"), "POST");
    }
}

both! {
    async fn clients_prove_themselves_by_their_secret_in_either_place(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        for (client, method, header, id, secret, good) in [
            ("edc", "basic", Some(basic("edc", SECRET)), "", "", true),
            ("edc", "in the form", None, "edc", SECRET, true),
            ("edc", "no secret", None, "edc", "", false),
            ("edc", "wrong secret", Some(basic("edc", "wrong")), "", "", false),
            ("edc", "empty secret", Some(basic("edc", "")), "", "", false),
            ("edc", "not form-encoded", Some(format!("Basic {}", STANDARD.encode(format!("edc:{SECRET}")))), "", "", false),
            ("edc", "another scheme", Some("Bearer x".into()), "", "", false),
            ("edc", "garbage", Some("Basic !!!".into()), "", "", false),
            ("edc", "nothing", None, "", "", false),
            ("edc", "unknown", Some(basic("nobody", SECRET)), "", "", false),
            ("post", "form", None, "post", SECRET, true),
            ("post", "wrong", None, "post", "wrong", false),
            ("post", "basic", Some(basic("post", SECRET)), "", "", true),
            ("spa", "none", None, "spa", "", true),
            ("spa", "with a secret", None, "spa", "anything", false),
            ("spa", "basic", Some(basic("spa", "")), "", "", false),
        ] {
            let code = w.authorize(&request(&[("client_id", Some(client))]), &who).await.location().1["code"].clone();
            let mut pairs = vec![("grant_type", "authorization_code"), ("code", &code), ("redirect_uri", CALLBACK),
                ("code_verifier", VERIFIER), ("client_id", id), ("client_secret", secret)];
            pairs.retain(|(_, value)| !value.is_empty());
            let answer = w.post("/oauth2/token", query(&pairs), header.as_deref(), &Who::Nobody).await;
            if good {
                assert_eq!(answer.status, StatusCode::OK, "{client} {method}: {answer:?}");
            } else {
                refused(&answer, StatusCode::UNAUTHORIZED, "invalid_client", &format!("{client} {method}"));
                assert!(answer.header("www-authenticate").starts_with("Basic realm="), "{method}");
            }
        }
    }
}

both! {
    async fn a_code_is_bound_to_its_client_and_its_minute(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let code = w.code(&who).await;
        let stolen = query(&[("grant_type", "authorization_code"), ("code", &code), ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER), ("client_id", "spa")]);
        let answer = w.post("/oauth2/token", stolen, None, &Who::Nobody).await;
        refused(&answer, StatusCode::BAD_REQUEST, "invalid_grant", "another client");
        w.t.clock.advance(60);
        refused(&w.exchange(&code, &[]).await, StatusCode::BAD_REQUEST, "invalid_grant", "expired");
        assert_eq!(w.count("SELECT COUNT(*) FROM token_families").await, 0);
    }
}

both! {
    async fn a_code_dies_with_its_session_and_its_person(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let code = w.code(&who).await;
        for (end, undo) in [
            ("UPDATE sessions SET ended_at = 1", "UPDATE sessions SET ended_at = NULL"),
            ("UPDATE users SET status = 1", "UPDATE users SET status = 0"),
            ("UPDATE users SET deleted_at = 1", "UPDATE users SET deleted_at = NULL"),
        ] {
            w.sql(end).await;
            refused(&w.exchange(&code, &[]).await, StatusCode::BAD_REQUEST, "invalid_grant", end);
            w.sql(undo).await;
        }
        assert_eq!(w.exchange(&code, &[]).await.status, StatusCode::OK);
    }
}

both! {
    async fn a_code_that_comes_twice_takes_its_tokens_back(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let code = w.code(&who).await;
        let tokens = w.exchange(&code, &[]).await.json();
        let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
        assert_eq!(w.get_as("/oauth2/userinfo", &bearer).await.status, StatusCode::OK);
        w.t.clock.advance(90); // also when the code's own time is over
        refused(&w.exchange(&code, &[("code_verifier", "wrong")]).await, StatusCode::BAD_REQUEST, "invalid_grant", "again");
        assert_eq!(w.get_as("/oauth2/userinfo", &bearer).await.status, StatusCode::UNAUTHORIZED);
        refused(&w.exchange(&code, &[]).await, StatusCode::BAD_REQUEST, "invalid_grant", "a third time");
        let noted = "SELECT COUNT(*) FROM audit_events WHERE action = 'authorization.reused' AND outcome = 'refused'";
        assert_eq!(w.count(noted).await, 1);
    }
}

both! {
    async fn of_a_hundred_exchanges_at_once_one_gets_tokens(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let code = w.code(&who).await;
        let answers = futures::future::join_all((0..100).map(|_| w.exchange(&code, &[]))).await;
        let (good, bad): (Vec<_>, Vec<_>) = answers.iter().partition(|a| a.status == StatusCode::OK);
        assert_eq!(good.len(), 1);
        for answer in bad {
            refused(answer, StatusCode::BAD_REQUEST, "invalid_grant", "late");
        }
        let bearer = format!("Bearer {}", good[0].json()["access_token"].as_str().unwrap());
        assert_eq!(w.get_as("/oauth2/userinfo", &bearer).await.status, StatusCode::UNAUTHORIZED, "the others came twice");
        assert_eq!(w.count("SELECT COUNT(*) FROM token_families").await, 1);
    }
}

both! {
    async fn what_one_tenant_s_client_was_granted_is_worth_nothing_at_another_s(engine) {
        let w = World::new(engine).await;
        w.sql("INSERT INTO tenants (id, version, tenant_name, name_key, tenant_code, abbr, abbr_key, category_id, contact, \
            tel, email, postcode, address, created_at, updated_at) \
            VALUES ('t2', 1, 'Other', 'other', 'T002', 'OT', 'ot', '1', '', '', '', '', '', 0, 0)").await;
        w.register(json!({ "client_id": "edc2", "client_secret": SECRET, "redirect_uris": [CALLBACK],
            "cardea_software_id": "edc", "cardea_tenant_id": "t2" })).await;
        let who = w.sign_in("u1", "s1").await;
        let form = |code: &str| query(&[("grant_type", "authorization_code"), ("code", code), ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER)]);
        let code = w.code(&who).await;
        let stolen = w.post("/oauth2/token", form(&code), Some(&basic("edc2", SECRET)), &Who::Nobody).await;
        refused(&stolen, StatusCode::BAD_REQUEST, "invalid_grant", "another tenant's client");
        let access = w.exchange(&code, &[]).await.json()["access_token"].as_str().unwrap().to_owned();
        let told = w.post("/oauth2/introspect", query(&[("token", &access)]), Some(&basic("edc2", SECRET)), &Who::Nobody).await;
        assert_eq!(told.json(), json!({ "active": false }));
        // A person of another tenant gets neither the tenant nor its roles.
        let code = w.authorize(&request(&[("client_id", Some("edc2"))]), &who).await.location().1["code"].clone();
        let tokens = w.post("/oauth2/token", form(&code), Some(&basic("edc2", SECRET)), &Who::Nobody).await.json();
        let id = verified(&w.jwks().await, tokens["id_token"].as_str().unwrap(), "JWT");
        assert_eq!((&id["cardea_tenant"], &id["cardea_studies"]), (&Value::Null, &json!([])));
    }
}
