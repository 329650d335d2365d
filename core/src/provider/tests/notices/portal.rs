//! What a sign-out at the portal says of the systems of its session.

use super::*;

/// What becomes of each system, by its client.
async fn outcomes(w: &World, ticket: &str) -> BTreeMap<String, String> {
    let answer = w.call("/api/account/signed-out", &json!({ "ticket": ticket }), &Who::Nobody).await;
    let systems = answer["data"].as_array().unwrap_or_else(|| panic!("{answer}")).clone();
    let text = |one: &Value, name: &str| one[name].as_str().unwrap().to_owned();
    systems.iter().map(|one| (text(one, "clientId"), text(one, "state"))).collect()
}

fn each(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(client, state)| ((*client).to_owned(), (*state).to_owned())).collect()
}

both! {
    async fn the_systems_of_a_session_are_named_with_what_became_of_them(engine) {
        let w = World::new(engine).await;
        let (good, bad) = (Receiver::start().await, Receiver::start().await);
        bad.answers(500);
        good.register(&w, "told", json!({ "client_name": "被通知的系统", "client_name#en": "Told" })).await;
        bad.register(&w, "deaf", json!({})).await;
        let front = json!({ "client_id": "front", "client_secret": SECRET, "redirect_uris": [CALLBACK],
            "frontchannel_logout_uri": "https://edc.example.org/front?a=b" });
        w.register(front).await;
        let who = w.sign_in("u1", "s1").await;
        let other = w.sign_in("u2", "s2").await;
        for client in ["told", "deaf", "front", "edc"] {
            tokens(&w, client, &who).await;
        }
        tokens(&w, "edc", &other).await;

        let request = HttpRequest::get("/api/account/opened-systems").header("accept-language", "en");
        let opened = w.send(request.extension(who.clone()).body(Body::empty()).unwrap()).await.json()["data"].clone();
        let told: Vec<_> = opened["systems"].as_array().unwrap().iter()
            .map(|one| (one["name"].as_str().unwrap(), one["isTold"].as_bool().unwrap())).collect();
        assert_eq!(told, [("EDC", false), ("Told", true), ("deaf", true), ("front", true)]);
        let ticket = opened["ticket"].as_str().unwrap();
        let page = opened["byBrowser"].as_str().unwrap();
        assert_eq!(w.get(page, &who).await.status, StatusCode::BAD_REQUEST, "the session is still there");
        let mine = w.get("/api/account/opened-systems", &other).await.json()["data"].clone();
        assert_eq!((mine["systems"].as_array().unwrap().len(), &mine["byBrowser"]), (1, &Value::Null));
        assert_eq!(w.get("/api/account/opened-systems", &Who::Nobody).await.json()["code"], "401");

        end(&w, "s1").await;
        let at_once = each(&[("edc", "open"), ("told", "ending"), ("deaf", "ending"), ("front", "told")]);
        assert_eq!(outcomes(&w, ticket).await, at_once);
        let shown = w.get(page, &Who::Nobody).await;
        assert!(shown.page().contains("<iframe src=\"https://edc.example.org/front?a=b\""), "{}", shown.body);
        assert!(shown.page().contains("href=\"/signIn/index\""));
        notices(&w).run_due().await.unwrap();
        assert_eq!(outcomes(&w, ticket).await["told"], "ended");
        assert_eq!(outcomes(&w, ticket).await["deaf"], "ending", "it is told again");
        let gives_up = "UPDATE logout_deliveries SET state = 'failed' WHERE client_id = 'deaf'";
        w.sql(gives_up).await;
        assert_eq!(outcomes(&w, ticket).await["deaf"], "open");

        // A ticket is nobody's to make, and has an end.
        for ticket in ["", "AA", &ticket[1..]] {
            let refused = w.call("/api/account/signed-out", &json!({ "ticket": ticket }), &Who::Nobody).await;
            assert_eq!(refused["code"], "404", "{refused}");
        }
        assert_eq!(w.get("/oauth2/signed-out?ticket=AA", &Who::Nobody).await.status, StatusCode::BAD_REQUEST);
        w.t.clock.advance(900);
        let refused = w.call("/api/account/signed-out", &json!({ "ticket": ticket }), &Who::Nobody).await;
        assert_eq!(refused["code"], "404");
        assert_eq!(w.get(page, &Who::Nobody).await.status, StatusCode::BAD_REQUEST);
    }
}
