use super::*;
use crate::both;
use crate::invitations::remind;

const DAY: i64 = 24 * 3600;

both! {
    async fn an_open_invitation_is_reminded_of_once_and_both_links_work(engine) {
        let w = World::new(engine).await;
        let (id, first) = w.invite("wang@example.org").await;
        let (gone, _) = w.invite("li@example.org").await;
        let (status, _) = w.call(&w.as_chief(), "DELETE", &format!("{PATH}/{gone}"), &Value::Null).await;
        assert_eq!(status, 200);
        let sessions = &w.app.sessions;
        w.app.t.clock.advance(3 * DAY);
        assert_eq!(remind(sessions).await.unwrap(), 0, "not yet");
        w.app.t.clock.advance(DAY + 3600);
        let nodes = (0..4).map(|_| remind(sessions));
        let reminded: usize = futures::future::join_all(nodes).await.into_iter().map(Result::unwrap).sum();
        assert_eq!(reminded, 1);
        w.app.t.clock.advance(DAY);
        assert_eq!(remind(sessions).await.unwrap(), 0, "once");
        let mail = w.app.outbox().await.pop().unwrap();
        assert_eq!((&mail["purpose"], &mail["to"]), (&json!("invitation-reminder"), &json!("wang@example.org")));
        assert!(mail["text"].as_str().unwrap().contains("将于 3 天后过期"), "{mail}");
        let second = w.key().await;
        assert_ne!(first, second);
        w.look(&first).await.ok();
        w.look(&second).await.ok();
        let actions: Vec<_> = w.app.audit().await.into_iter().filter(|row| row.1 == id).map(|row| row.0).collect();
        assert_eq!(actions, ["invitation.created", "invitation.reminded"]);
        // Both end with the invitation.
        let (status, _) = w.call(&w.as_chief(), "DELETE", &format!("{PATH}/{id}"), &Value::Null).await;
        assert_eq!(status, 200);
        for key in [first, second] {
            w.look(&key).await.fails("403");
        }
    }
}

both! {
    async fn nobody_is_reminded_of_what_its_sender_could_not_send_any_more(engine) {
        let w = World::new(engine).await;
        w.invite("wang@example.org").await;
        w.app.t.clock.advance(5 * DAY);
        w.app.run("UPDATE memberships SET enabled = 1").await;
        assert_eq!(remind(&w.app.sessions).await.unwrap(), 0);
        w.app.run("UPDATE memberships SET enabled = 0").await;
        assert_eq!(remind(&w.app.sessions).await.unwrap(), 1);
    }
}
