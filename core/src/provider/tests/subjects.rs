use super::*;
use crate::both;

async fn tokens(w: &World, client: &'static str, who: &Who) -> Value {
    let code = w.authorize(&request(&[("client_id", Some(client)), ("redirect_uri", Some(CALLBACK))]), who).await;
    let code = code.location().1["code"].clone();
    let form = query(&[
        ("grant_type", "authorization_code"),
        ("code", &code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ]);
    let answer = w.post("/oauth2/token", form, Some(&basic(client, SECRET)), &Who::Nobody).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    answer.json()
}

/// The subject, the same in everything that this client receives.
async fn subject(w: &World, client: &'static str, who: &Who) -> String {
    let all = tokens(w, client, who).await;
    let jwks = w.jwks().await;
    let id = verified(&jwks, all["id_token"].as_str().unwrap(), "JWT")["sub"].as_str().unwrap().to_owned();
    let access = all["access_token"].as_str().unwrap();
    let userinfo = w.get_as("/oauth2/userinfo", &format!("Bearer {access}")).await.json();
    let form = query(&[("token", access)]);
    let told = w.post("/oauth2/introspect", form, Some(&basic(client, SECRET)), &Who::Nobody).await.json();
    for seen in [&userinfo["sub"], &told["sub"], &verified(&jwks, access, "at+jwt")["sub"]] {
        assert_eq!(seen, &json!(id), "{client}");
    }
    id
}

both! {
    async fn a_pairwise_subject_is_one_for_each_sector_and_never_the_user_id(engine) {
        let w = World::new(engine).await;
        let list = "https://sector.example.org/list.json";
        let settings = |id: &str, sector: Option<&str>, more: Option<&str>| {
            let mut metadata = json!({ "client_id": id, "client_secret": SECRET, "subject_type": "pairwise",
                "redirect_uris": [CALLBACK] });
            if let Some(sector) = sector {
                metadata["sector_identifier_uri"] = json!(sector);
            }
            if let Some(more) = more {
                metadata["redirect_uris"].as_array_mut().unwrap().push(json!(more));
            }
            metadata
        };
        // As stored by a registration that fetched the sector's list.
        for metadata in [settings("p1", None, None), settings("p2", None, Some("https://edc.example.org/other"))] {
            w.register(metadata).await;
        }
        for id in ["p3", "p4"] {
            w.register(settings(id, None, None)).await;
        }
        let mut cx = w.cx();
        cx.db().await.unwrap().write("UPDATE clients SET settings = $1, revision = 1000 WHERE id IN ('p3', 'p4')")
            .bind(sqlx::types::Json(json!({ "subject_type": "pairwise", "sector_identifier_uri": list })))
            .execute().await.unwrap();
        cx.commit().await.unwrap();
        w.provider.clients().reload().await.unwrap();

        let (li, bob) = (w.sign_in("u1", "s1").await, w.sign_in("u2", "s2").await);
        let by_host = subject(&w, "p1", &li).await;
        assert_eq!(by_host, subject(&w, "p2", &li).await, "the same host is the same sector");
        let by_list = subject(&w, "p3", &li).await;
        assert_eq!(by_list, subject(&w, "p4", &li).await);
        let others = subject(&w, "p1", &bob).await;
        for (a, b) in [(&by_host, &by_list), (&by_host, &others)] {
            assert_ne!(a, b);
        }
        for sub in [&by_host, &by_list, &others] {
            assert!(!sub.contains("u1") && !sub.contains("u2") && sub.len() <= 255 && sub.is_ascii(), "{sub}");
        }
        assert_eq!(subject(&w, "edc", &li).await, "u1", "public subjects stay");
        assert_eq!(subject(&w, "p1", &li).await, by_host, "and for ever");
    }
}

both! {
    async fn userinfo_is_signed_where_the_client_wants_it(engine) {
        let w = World::new(engine).await;
        w.register(json!({ "client_id": "signed", "client_secret": SECRET, "redirect_uris": [CALLBACK],
            "userinfo_signed_response_alg": "ES256" })).await;
        let all = tokens(&w, "signed", &w.sign_in("u1", "s1").await).await;
        let bearer = format!("Bearer {}", all["access_token"].as_str().unwrap());
        let answer = w.get_as("/oauth2/userinfo", &bearer).await;
        assert_eq!((answer.header("content-type"), answer.header("cache-control")), ("application/jwt", "no-store"));
        let claims = verified(&w.jwks().await, &answer.body, "JWT");
        assert_eq!((&claims["iss"], &claims["aud"], &claims["sub"]), (&json!(ISSUER), &json!("signed"), &json!("u1")));
        assert_eq!(claims["email"], "li@example.org");
    }
}

both! {
    async fn claims_asked_for_by_name_are_told_where_they_were_asked_for(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let code = w.authorize(&request(&[("scope", Some("openid"))]), &who).await.location().1["code"].clone();
        let mut cx = w.cx();
        // The grant of an authorization request with the claims parameter.
        let granted = json!({ "scope": "openid", "authTime": START.to_string(), "acr": "1", "amr": ["pwd"], "claims": {
            "id_token": { "email": { "essential": true }, "acr": null },
            "userinfo": { "name": { "essential": true }, "phone_number": { "value": "1" }, "picture": null } } });
        cx.db().await.unwrap().write("UPDATE authorization_codes SET granted = $1")
            .bind(sqlx::types::Json(granted)).execute().await.unwrap();
        cx.commit().await.unwrap();
        let all = w.exchange(&code, &[]).await.json();
        let id = verified(&w.jwks().await, all["id_token"].as_str().unwrap(), "JWT");
        assert_eq!((&id["email"], &id["acr"], &id["name"]), (&json!("li@example.org"), &json!("1"), &Value::Null));
        let bearer = format!("Bearer {}", all["access_token"].as_str().unwrap());
        let told = w.get_as("/oauth2/userinfo", &bearer).await.json();
        assert_eq!((&told["name"], told.get("email"), told.get("phone_number")), (&json!("李伟"), None, None));
    }
}
