use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::*;
use crate::both;

both! {
    async fn the_scopes_decide_what_is_told(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let mut trial = json!({ "sub": "u1", "cardea_tenant": { "id": "t1", "code": "T001", "name": "示例药业" },
            "cardea_studies": [{ "study": "CT-001", "roles": [{ "role": "crc", "environment": "uat" }] }] });
        for (scope, more) in [
            ("openid", json!({})),
            ("openid email", json!({ "email": "li@example.org", "email_verified": true })),
            ("openid phone", json!({ "phone_number": "13800000000", "phone_number_verified": false })),
            ("profile openid", json!({ "name": "李伟", "preferred_username": "li.wei", "gender": "female",
                "birthdate": "1990-02-03", "locale": "zh", "updated_at": 1_767_000_000 })),
        ] {
            let code = w.authorize(&request(&[("scope", Some(scope))]), &who).await.location().1["code"].clone();
            let tokens = w.exchange(&code, &[]).await.json();
            assert_eq!(tokens["scope"], scope);
            let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
            let answer = w.get_as("/oauth2/userinfo", &bearer).await;
            assert_eq!(answer.header("cache-control"), "no-store");
            let mut want = trial.as_object_mut().unwrap().clone();
            want.extend(more.as_object().unwrap().clone());
            assert_eq!(answer.json(), Value::Object(want), "{scope}");
        }
    }
}

both! {
    async fn what_their_directory_says_of_them_is_profile_too(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        w.sql("INSERT INTO identities (id, version, user_id, provider, authority, subject, label, profile, created_at) \
               VALUES ('i1', 1, 'u1', 'sponsor', 'https://sponsor.example', 's-1', 'li', \
               '{\"given_name\":\"伟\",\"family_name\":\"李\",\"zoneinfo\":\"Asia/Shanghai\",\"picture\":\"https://a.example/p\"}', 0)")
            .await;
        for (scope, there) in [("openid profile", true), ("openid email", false)] {
            let code = w.authorize(&request(&[("scope", Some(scope))]), &who).await.location().1["code"].clone();
            let tokens = w.exchange(&code, &[]).await.json();
            let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
            let told = w.get_as("/oauth2/userinfo", &bearer).await.json();
            let claims = ["given_name", "family_name", "zoneinfo", "picture"].map(|name| told[name].as_str());
            let known = ["伟", "李", "Asia/Shanghai", "https://a.example/p"].map(|it| there.then_some(it));
            assert_eq!(claims, known, "{scope}");
        }
    }
}

both! {
    async fn a_client_outside_the_catalogue_hears_of_no_studies(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let code = w.authorize(&request(&[("client_id", Some("post"))]), &who).await.location().1["code"].clone();
        let form = query(&[("grant_type", "authorization_code"), ("code", &code), ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER), ("client_id", "post"), ("client_secret", SECRET)]);
        let tokens = w.post("/oauth2/token", form, None, &Who::Nobody).await.json();
        assert_eq!(tokens["scope"], "openid email", "what is registered, and no more");
        let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
        let answer = w.get_as("/oauth2/userinfo", &bearer).await.json();
        assert_eq!(answer, json!({ "sub": "u1", "email": "li@example.org", "email_verified": true }));
    }
}

both! {
    async fn who_is_not_an_enabled_member_arrives_without_tenant_and_roles(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let jwks = w.jwks().await;
        w.sql("UPDATE memberships SET enabled = 1").await;
        let id = verified(&jwks, w.tokens(&who).await["id_token"].as_str().unwrap(), "JWT");
        assert_eq!((&id["cardea_tenant"], &id["cardea_studies"]), (&Value::Null, &json!([])));
        w.sql("UPDATE memberships SET enabled = 0").await;
        w.sql("UPDATE tenants SET deleted_at = 1").await;
        let id = verified(&jwks, w.tokens(&who).await["id_token"].as_str().unwrap(), "JWT");
        assert_eq!((&id["cardea_tenant"], &id["cardea_studies"]), (&Value::Null, &json!([])));
        let bob = w.sign_in("u2", "s2").await;
        let id = verified(&jwks, w.tokens(&bob).await["id_token"].as_str().unwrap(), "JWT");
        assert_eq!((&id["sub"], &id["cardea_studies"]), (&json!("u2"), &json!([])));
    }
}

both! {
    async fn the_token_may_come_in_the_header_or_in_the_form_but_once(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let token = w.tokens(&who).await["access_token"].as_str().unwrap().to_owned();
        let bearer = format!("bearer {token}");
        let in_form = query(&[("access_token", &token)]);
        for (form, header, status) in [
            (String::new(), Some(bearer.as_str()), 200),
            (in_form.clone(), None, 200),
            (in_form.clone(), Some(bearer.as_str()), 400),
            (format!("{in_form}&{in_form}"), None, 400),
            (String::new(), None, 401),
        ] {
            let answer = w.post("/oauth2/userinfo", form, header, &Who::Nobody).await;
            assert_eq!(answer.status.as_u16(), status, "{header:?} {answer:?}");
        }
        let bare = HttpRequest::post("/oauth2/userinfo").header("authorization", &bearer).body(Body::empty()).unwrap();
        assert_eq!(w.send(bare).await.status, StatusCode::OK, "no form, only the header");
        let in_query = w.get(&format!("/oauth2/userinfo?{in_form}"), &Who::Nobody).await;
        assert_eq!(in_query.status, StatusCode::UNAUTHORIZED, "an address is no place for a token");
        assert_eq!(in_query.header("www-authenticate"), "Bearer realm=\"cardea\"", "nothing was tried");
        assert_eq!(in_query.header("cache-control"), "no-store");
    }
}

both! {
    async fn tokens_that_do_not_stand_are_refused(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let tokens = w.tokens(&who).await;
        let (access, id) = (tokens["access_token"].as_str().unwrap(), tokens["id_token"].as_str().unwrap());
        let parts: Vec<&str> = access.split('.').collect();
        let header = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let kid = w.jwks().await["keys"][0]["kid"].clone();
        let mut claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(parts[1]).unwrap()).unwrap();
        let keys = w.provider.keys();
        let ours = |claims: &Value, typ: &str| keys.sign(crate::provider::jose::Alg::Es256, typ, claims).unwrap();
        let changed = |name: &str, value: Value| {
            let mut changed = claims.clone();
            changed[name] = value;
            ours(&changed, "at+jwt")
        };
        let mut tokens = vec![
            String::new(), "x".into(), "..".into(), "a.b.c.d".into(), id.into(),
            format!("{}.{}.", parts[0], parts[1]),
            format!("{}.{}.{}", header(json!({ "alg": "none", "typ": "at+jwt", "kid": kid })), parts[1], ""),
            format!("{}.{}.{}", header(json!({ "alg": "HS256", "typ": "at+jwt", "kid": kid })), parts[1], parts[2]),
            format!("{}.{}.{}", header(json!({ "alg": "ES256", "typ": "at+jwt", "kid": "other" })), parts[1], parts[2]),
            format!("{}.{}.{}=", parts[0], parts[1], parts[2]),
            ours(&claims, "JWT"),
            changed("iss", json!("https://other.example.org")),
            changed("aud", json!("edc")),
            changed("client_id", json!("nobody")),
            changed("sub", json!("u2")),
            changed("grant_id", json!("other")),
            changed("exp", json!(NOW)),
        ];
        claims["sub"] = json!("u2");
        tokens.push(format!("{}.{}.{}", parts[0], header(claims.clone()), parts[2]));
        for token in tokens {
            let answer = w.get_as("/oauth2/userinfo", &format!("Bearer {token}")).await;
            assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{token}");
            assert_eq!(answer.json()["error"], "invalid_token");
            assert!(answer.header("www-authenticate").starts_with("Bearer realm=\"cardea\", error=\"invalid_token\""));
        }
        claims["sub"] = json!("u1");
        claims["scope"] = json!("email");
        let answer = w.get_as("/oauth2/userinfo", &format!("Bearer {}", ours(&claims, "at+jwt"))).await;
        assert_eq!((answer.status, &answer.json()["error"]), (StatusCode::FORBIDDEN, &json!("insufficient_scope")));
        let answer = w.get_as("/oauth2/userinfo", "Basic eDp5").await;
        assert_eq!((answer.status, &answer.json()["error"]), (StatusCode::BAD_REQUEST, &json!("invalid_request")));
    }
}

both! {
    async fn an_access_token_dies_with_its_session_its_person_and_its_client(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let bearer = format!("Bearer {}", w.tokens(&who).await["access_token"].as_str().unwrap());
        let status = async || w.get_as("/oauth2/userinfo", &bearer).await.status;
        for (end, undo) in [
            ("UPDATE sessions SET ended_at = 1", "UPDATE sessions SET ended_at = NULL"),
            ("UPDATE users SET status = 1", "UPDATE users SET status = 0"),
            ("UPDATE users SET deleted_at = 1", "UPDATE users SET deleted_at = NULL"),
            ("UPDATE token_families SET revoked_at = 1", "UPDATE token_families SET revoked_at = NULL"),
        ] {
            w.sql(end).await;
            assert_eq!(status().await, StatusCode::UNAUTHORIZED, "{end}");
            w.sql(undo).await;
            assert_eq!(status().await, StatusCode::OK, "{undo}");
        }
        w.t.clock.advance(599);
        assert_eq!(status().await, StatusCode::OK);
        w.t.clock.advance(1);
        assert_eq!(status().await, StatusCode::UNAUTHORIZED, "expired");
        let fresh = w.sign_in("u1", "s2").await;
        let bearer = format!("Bearer {}", w.tokens(&fresh).await["access_token"].as_str().unwrap());
        let mut cx = w.cx();
        crate::provider::clients::delete(&mut cx, "edc").await.unwrap();
        cx.commit().await.unwrap();
        w.provider.clients().reload().await.unwrap();
        assert_eq!(w.get_as("/oauth2/userinfo", &bearer).await.status, StatusCode::UNAUTHORIZED);
    }
}
