use super::*;
use crate::both;

const ENDED: &str = "SELECT COUNT(*) FROM sessions WHERE ended_at IS NOT NULL";

async fn logout(w: &World, pairs: &[(&str, &str)], who: &Who) -> Answer {
    w.get(&format!("/oauth2/logout?{}", query(pairs)), who).await
}

fn cleared(answer: &Answer) -> usize {
    answer.headers.get_all(header::SET_COOKIE).iter().count()
}

fn confirm(page: &str) -> String {
    let rest = page.split("name=\"confirm\" value=\"").nth(1).unwrap();
    rest.split('"').next().unwrap().to_owned()
}

both! {
    async fn an_id_token_of_the_person_ends_the_session_and_leads_back(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let tokens = w.tokens(&who).await;
        let (id, access) = (tokens["id_token"].as_str().unwrap(), tokens["access_token"].as_str().unwrap());
        w.t.clock.advance(2 * 3600);
        let to = "https://edc.example.org/bye";
        let pairs = [("id_token_hint", id), ("post_logout_redirect_uri", to), ("state", "a b")];
        let answer = logout(&w, &pairs, &who).await;
        assert_eq!(answer.header("location"), "https://edc.example.org/bye?state=a+b");
        assert_eq!((cleared(&answer), w.count(ENDED).await), (2, 1));
        assert_eq!(w.count("SELECT COUNT(*) FROM audit_events WHERE action = 'session.ended' AND actor = 'u1'").await, 1);
        let bearer = format!("Bearer {access}");
        assert_eq!(w.get_as("/oauth2/userinfo", &bearer).await.status, StatusCode::UNAUTHORIZED);
        // A second logout, without a session, leads to the same address.
        assert_eq!(logout(&w, &pairs, &Who::Nobody).await.location().0, to);
    }
}

both! {
    async fn nothing_bad_leads_anywhere_or_ends_anything(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let tokens = w.tokens(&who).await;
        let id = tokens["id_token"].as_str().unwrap();
        let altered = format!("{}A", &id[..id.len() - 1]);
        let altered = if altered == id { format!("{}B", &id[..id.len() - 1]) } else { altered };
        let to = ("post_logout_redirect_uri", "https://edc.example.org/bye");
        for pairs in [
            vec![to],
            vec![("client_id", "nobody"), to],
            vec![("client_id", "spa"), to],
            vec![("client_id", "spa"), ("id_token_hint", id), to],
            vec![("id_token_hint", altered.as_str()), to],
            vec![("id_token_hint", "x"), to],
            vec![("id_token_hint", tokens["access_token"].as_str().unwrap()), to],
            vec![("id_token_hint", id), to, to],
            vec![("id_token_hint", id), ("post_logout_redirect_uri", CALLBACK)],
            vec![("id_token_hint", id), ("post_logout_redirect_uri", "https://edc.example.org/bye?x=1")],
            vec![("id_token_hint", id), ("post_logout_redirect_uri", "https://edc.example.org/bye/")],
            vec![("id_token_hint", id), ("post_logout_redirect_uri", "https://edc.example.org.evil.example/bye")],
            vec![("id_token_hint", id), ("post_logout_redirect_uri", "//edc.example.org/bye")],
        ] {
            let answer = logout(&w, &pairs, &who).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{pairs:?}");
            answer.page();
            assert_eq!((cleared(&answer), w.count(ENDED).await), (0, 0), "{pairs:?}");
        }
    }
}

both! {
    async fn without_a_hint_the_person_is_asked(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let bob = w.sign_in("u2", "s2").await;
        let to = "https://edc.example.org/bye";
        let asked = [("client_id", "edc"), ("post_logout_redirect_uri", to), ("state", "1"), ("ui_locales", "en")];
        let answer = logout(&w, &asked, &who).await;
        assert_eq!((answer.status, cleared(&answer), w.count(ENDED).await), (StatusCode::OK, 0, 0));
        assert!(answer.page().contains("li.wei"));
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("form-action 'self' https://edc.example.org;"), "{policy}");
        let sealed = confirm(&answer.body);
        let submit = async |confirm: &str, who: &Who| {
            w.post("/oauth2/logout", query(&[("confirm", confirm)]), None, who).await
        };
        // Neither another session nor a made-up value answers the question.
        for (confirm, who) in [(sealed.as_str(), &bob), ("x", &who), ("AQ", &who)] {
            let refused = submit(confirm, who).await;
            assert_eq!(refused.status, StatusCode::BAD_REQUEST);
            let page = refused.page();
            assert!(page.contains("无法退出登录") && !page.contains("无法继续登录"), "{page}");
        }
        assert_eq!(w.count(ENDED).await, 0);
        let answer = submit(&sealed, &who).await;
        assert_eq!(answer.header("location"), "https://edc.example.org/bye?state=1");
        assert_eq!((cleared(&answer), w.count(ENDED).await), (2, 1));
        // Another person's ID token is no reason to end this session without a question.
        let mine = w.sign_in("u1", "s3").await;
        let hint = w.tokens(&mine).await["id_token"].as_str().unwrap().to_owned();
        let answer = logout(&w, &[("id_token_hint", &hint)], &bob).await;
        let sealed = confirm(answer.page());
        w.t.clock.advance(600);
        assert_eq!(submit(&sealed, &bob).await.status, StatusCode::BAD_REQUEST, "too late");
    }
}

both! {
    async fn a_form_from_another_site_is_asked_again_with_its_cookie(engine) {
        let w = World::new(engine).await;
        let who = w.sign_in("u1", "s1").await;
        let hint = w.tokens(&who).await["id_token"].as_str().unwrap().to_owned();
        let form = query(&[("id_token_hint", &hint)]);
        let answer = w.post("/oauth2/logout", form, None, &Who::Nobody).await;
        let again = answer.header("location").to_owned();
        assert!(again.starts_with("/oauth2/logout?id_token_hint="));
        let answer = w.get(&again, &who).await;
        assert!(answer.page().contains("已退出登录"));
        assert_eq!((cleared(&answer), w.count(ENDED).await), (2, 1));
        let answer = w.post("/oauth2/logout", query(&[("id_token_hint", &hint)]), None, &who).await;
        assert_eq!(cleared(&answer), 2);
        assert!(logout(&w, &[], &Who::Nobody).await.page().contains("已退出登录"));
    }
}
