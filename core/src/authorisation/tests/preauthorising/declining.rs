//! Declining: nothing is authorised, nobody else can do it, and the administrator sees it.

use super::*;

const DECLINE: &str = "/api/account/preauthorised/decline";

impl Offers {
    async fn decline(&self, user: &User, id: &str, key: Option<&str>) -> Answer {
        self.call(&Self::own(user), "POST", DECLINE, &json!({ "id": id, "key": key })).await
    }
}

both! {
    async fn who_declines_is_not_authorised_and_nobody_else_declines_for_them(engine) {
        let o = Offers::new(engine).await;
        let row = o.w.row(&[0], "reports", "cra", "prod");
        let (id, key) = o.sent(&row, &[&o.w.zhang], &[]).await;
        for (key, code) in [(Some(&*key), "403"), (None, "404"), (Some("guessed"), "404")] {
            assert_eq!(o.decline(&o.w.li, &id, key).await.body["code"], code, "{key:?}");
        }
        assert_eq!(o.one(&id).await["state"], "waiting");
        assert_ne!(o.call(&Who::Nobody, "POST", DECLINE, &json!({ "id": id, "key": key })).await.body["code"], "200");

        // Of two at once, one counts.
        let (one, other) = tokio::join!(o.decline(&o.w.zhang, &id, None), o.decline(&o.w.zhang, &id, Some(&key)));
        let mut codes = [&one, &other].map(|answer| answer.body["code"].as_str().unwrap().to_owned());
        codes.sort_unstable();
        assert_eq!(codes, ["200", "409"], "{one:?} {other:?}");
        assert_eq!(o.accept(&o.w.zhang, &id, None).await.body["code"], "409");
        let (ids, problem) = o.waiting(&o.w.zhang, &key).await;
        assert!(ids.is_empty() && problem.as_str().unwrap().starts_with("This link is not valid"), "{problem}");
        assert_eq!((o.w.claims(&o.w.zhang).await, o.w.knows(&o.w.zhang)), (json!([]), false));
        assert_eq!(each(&o.list(json!({ "state": "declined" })).await, "id"), [id.as_str()]);
        let noted = o.w.audited("preauthorisations").await;
        let noted: Vec<_> = noted.iter().filter(|row| row.action == "preauthorisation.declined").collect();
        assert_eq!(noted.len(), 1, "once, by them: {noted:?}");
        // It can be offered anew, and accepted then.
        let (again, _) = o.sent(&row, &[&o.w.zhang], &[]).await;
        assert_eq!(o.accept(&o.w.zhang, &again, None).await.body["code"], "200");
    }
}
