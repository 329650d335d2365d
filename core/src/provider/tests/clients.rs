use super::*;
use crate::both;
use crate::kernel::error::Code;
use crate::provider::clients::{DomainClient, delete, import, read, register_for_domain};
use crate::provider::jose::Alg;
use crate::provider::jose::testing::{TestKey, jwks};
use crate::provider::keys::testing::with_rsa;

async fn imported(w: &World, file: &Value) -> Result<Vec<Value>, Error> {
    let all = read(w.provider.clients().remote(), file.to_string().as_bytes()).await?;
    let mut cx = w.cx();
    let answer = import(&mut cx, all).await?;
    cx.commit().await?;
    Ok(answer)
}

both! {
    async fn a_file_registers_one_client_or_many(engine) {
        let w = World::new(engine).await;
        let one = imported(&w, &json!({ "redirect_uris": ["https://a.example/cb"], "logo_uri": "https://a.example/l" })).await;
        let [one] = &one.unwrap()[..] else { panic!("one") };
        assert!(one["client_secret"].as_str().unwrap().len() >= 43, "made where none is given");
        assert_eq!(one["client_secret_expires_at"], 0);
        assert_eq!(one["client_name"], one["client_id"]);
        assert_eq!(one["token_endpoint_auth_method"], "client_secret_basic");
        assert_eq!(one["grant_types"], json!(["authorization_code"]));
        let many = imported(&w, &json!([
            { "client_id": "a", "client_secret": "a secret of one's own", "redirect_uris": ["https://a.example/cb"],
              "grant_types": ["authorization_code", "implicit"], "scope": "openid offline_access email" },
            { "client_id": "b", "token_endpoint_auth_method": "none", "redirect_uris": ["http://localhost:3000/cb"] },
        ])).await.unwrap();
        assert_eq!(many[0]["client_id"], "a");
        assert_eq!(many[0]["client_secret"], "a secret of one's own");
        assert_eq!(many[0]["grant_types"], json!(["authorization_code"]), "what is not served is not registered");
        assert_eq!(many[0]["scope"], "openid offline_access email");
        assert_eq!(many[1].get("client_secret"), None);
        // Requests see them without a restart, and the secret is stored nowhere in clear text.
        let client = w.provider.clients().get("a").await.unwrap().unwrap();
        assert!(!client.secrets[0].hash.contains("secret"));
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'client.created'").await, 7);
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE after LIKE '%secret of one%' \
            OR after LIKE '%secrets%' OR after LIKE '%token_hash%'").await, 0);
    }
}

both! {
    async fn importing_again_changes_the_client_and_keeps_its_secret(engine) {
        let w = World::new(engine).await;
        let again = json!({ "client_id": "edc", "redirect_uris": [CALLBACK, "https://edc.example.org/second"] });
        let answer = imported(&w, &again).await.unwrap();
        assert_eq!(answer[0].get("client_secret"), None, "it cannot be shown again");
        w.provider.clients().reload().await.unwrap();
        let client = w.provider.clients().get("edc").await.unwrap().unwrap();
        assert_eq!((client.version, client.redirect_uris.len()), (2, 2));
        let who = w.sign_in("u1", "s1").await;
        assert_eq!(w.exchange(&w.code(&who).await, &[]).await.status, StatusCode::OK, "the old secret still works");
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'client.updated'").await, 1);
    }
}

both! {
    async fn metadata_that_makes_no_sense_is_refused_with_its_field(engine) {
        let w = World::new(engine).await;
        let good = json!({ "client_id": "x", "redirect_uris": ["https://a.example/cb"] });
        for (name, value, field) in [
            ("redirect_uris", json!([]), "redirect_uris"),
            ("redirect_uris", json!(["https://a.example/cb#x"]), "redirect_uris"),
            ("redirect_uris", json!(["http://a.example/cb"]), "redirect_uris"),
            ("redirect_uris", json!(["https://a.example/cb", "javascript:alert(1)"]), "redirect_uris"),
            ("post_logout_redirect_uris", json!(["/bye"]), "post_logout_redirect_uris"),
            ("token_endpoint_auth_method", json!("tls_client_auth"), "token_endpoint_auth_method"),
            ("token_endpoint_auth_method", json!("private_key_jwt"), "jwks"),
            ("cardea_access_token_seconds", json!(1), "cardea_access_token_seconds"),
            ("cardea_profile", json!("fapi2"), "token_endpoint_auth_method"),
            ("grant_types", json!(["implicit"]), "grant_types"),
            ("response_types", json!(["token"]), "response_types"),
            ("scope", json!("open\"id"), "scope"),
            ("client_secret", json!("short"), "client_secret"),
            ("client_id", json!("a\nb"), "client_id"),
            ("client_name", json!(""), "client_name"),
            ("cardea_software_id", json!("nowhere"), "cardea_software_id"),
        ] {
            let mut bad = good.clone();
            bad[name] = value;
            let error = imported(&w, &json!([good, bad])).await.unwrap_err();
            assert_eq!(error.code, Code::Invalid, "{bad}");
            assert_eq!(error.fields[0].0, format!("[1].{field}"), "{bad}");
        }
        let unsigned = json!({ "redirect_uris": ["https://a.example/cb"], "id_token_signed_response_alg": "none" });
        let error = imported(&w, &unsigned).await.unwrap_err();
        assert_eq!((error.code, error.fields[0].0.as_str()), (Code::Malformed, "[0].id_token_signed_response_alg"));
        for (file, code) in [("", Code::Malformed), ("{", Code::Malformed), ("{\"redirect_uris\":1}", Code::Malformed)] {
            let read = read(w.provider.clients().remote(), file.as_bytes()).await;
            assert_eq!(read.unwrap_err().code, code, "{file}");
        }
        let public = json!({ "redirect_uris": ["https://a.example/cb"], "token_endpoint_auth_method": "none",
            "client_secret": "long enough" });
        assert_eq!(imported(&w, &public).await.unwrap_err().fields[0].0, "[0].client_secret");
        assert!(w.provider.clients().get("x").await.unwrap().is_none(), "all or none");
    }
}

both! {
    async fn changes_of_another_node_hold_within_two_seconds(engine) {
        let w = World::new(engine).await;
        let other = open(&w.t.kernel, &Outbound::new(Vec::new())).await;
        assert!(other.clients().get("new").await.unwrap().is_none());
        imported(&w, &json!({ "client_id": "new", "redirect_uris": ["https://a.example/cb"] })).await.unwrap();
        assert!(other.clients().get("new").await.unwrap().is_some(), "a new one at once");
        let mut cx = w.cx();
        delete(&mut cx, "new").await.unwrap();
        cx.commit().await.unwrap();
        w.t.clock.advance(2);
        assert!(other.clients().get("new").await.unwrap().is_none());
        let back = imported(&w, &json!({ "client_id": "new", "redirect_uris": ["https://a.example/cb"] })).await;
        assert_eq!(back.unwrap_err().code, Code::Conflict, "an id is not given out again");
        assert_eq!(delete(&mut w.cx(), "new").await.unwrap_err().code, Code::NotFound);
    }
}

both! {
    async fn the_domain_of_a_tenant_has_a_client_of_its_own(engine) {
        let w = World::new(engine).await;
        w.sql("INSERT INTO tenant_domains (id, version, tenant_id, software_id, url_name, url, website_url, mobile_url, \
            api_url, remark, init_software, created_at, updated_at) \
            VALUES ('d1', 1, 't1', 'edc', '', '', '', '', '', '', FALSE, 0, 0)").await;
        with_rsa(&w.provider).await;
        let mut cx = w.cx();
        let registered = register_for_domain(&mut cx, DomainClient {
            client_id: None,
            client_name: "示例药业 EDC".into(),
            redirect_uris: vec!["http://127.0.0.1:9001/callback".into()],
            post_logout_redirect_uris: vec!["http://127.0.0.1:9001/".into()],
            initiate_login_uri: None,
            backchannel_logout_uri: None,
            software_id: "edc".into(),
            tenant_id: "t1".into(),
            tenant_domain_id: "d1".into(),
        }).await.unwrap();
        cx.commit().await.unwrap();
        let id = registered.client.client_id;
        let secret = registered.client_secret.unwrap();
        let who = w.sign_in("u1", "s1").await;
        let to = "http://127.0.0.1:9001/callback";
        let asked = request(&[("client_id", Some(&id)), ("redirect_uri", Some(to))]);
        let (address, answer) = w.authorize(&asked, &who).await.location();
        assert_eq!(address, to);
        let form = query(&[("grant_type", "authorization_code"), ("code", &answer["code"]), ("redirect_uri", to),
            ("code_verifier", VERIFIER)]);
        let tokens = w.post("/oauth2/token", form, Some(&basic(&id, secret.expose())), &Who::Nobody).await.json();
        let claims = verified(&w.jwks().await, tokens["id_token"].as_str().unwrap(), "JWT");
        assert_eq!(claims["cardea_studies"][0]["study"], "CT-001");
    }
}

both! {
    async fn who_names_no_algorithm_gets_the_one_that_everybody_knows(engine) {
        let w = World::new(engine).await;
        with_rsa(&w.provider).await;
        let plain = json!({ "client_id": "spring", "client_secret": SECRET, "redirect_uris": [CALLBACK] });
        assert_eq!(w.register_as(plain.clone()).await["id_token_signed_response_alg"], "RS256");
        let who = w.sign_in("u1", "s1").await;
        let code = w.authorize(&request(&[("client_id", Some("spring"))]), &who).await.location().1["code"].clone();
        let form = query(&[("grant_type", "authorization_code"), ("code", &code), ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER)]);
        let tokens = w.post("/oauth2/token", form, Some(&basic("spring", SECRET)), &Who::Nobody).await.json();
        let header = jsonwebtoken::decode_header(tokens["id_token"].as_str().unwrap()).unwrap();
        assert_eq!(header.alg, jsonwebtoken::Algorithm::RS256);
        // FAPI 2.0 forbids RS256.
        let key = TestKey::new(Alg::Es256);
        let fapi = json!({ "client_id": "fapi", "redirect_uris": [CALLBACK], "cardea_profile": "fapi2",
            "token_endpoint_auth_method": "private_key_jwt", "jwks": jwks(&[&key]) });
        assert_eq!(w.register_as(fapi).await["id_token_signed_response_alg"], "ES256");
        // A client with an algorithm keeps it, however often the rest is changed.
        for (id, alg) in [("edc", "ES256"), ("spring", "RS256")] {
            let changed = json!({ "client_id": id, "client_name": "another name", "redirect_uris": [CALLBACK] });
            assert_eq!(w.register_as(changed).await["id_token_signed_response_alg"], alg, "{id}");
        }
        let chosen = json!({ "client_id": "spring", "redirect_uris": [CALLBACK], "id_token_signed_response_alg": "EdDSA" });
        assert_eq!(w.register_as(chosen).await["id_token_signed_response_alg"], "EdDSA");
    }
}
