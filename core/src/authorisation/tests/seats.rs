//! The seats of a licence: who is authorised takes one, who loses the authorisation gives it back.

use super::*;
use crate::resources::Became;

impl World {
    /// Limits the licence of the first tenant to so many people.
    pub(super) async fn seats_for(&self, most: i64) {
        let mut cx = fixtures::system(&self.t.kernel);
        let query = cx.db().await.unwrap().write("UPDATE licences SET user_enable = TRUE").push(", max_user = ", most);
        query.push(" WHERE tenant_id = ", self.here.id.clone()).execute().await.unwrap();
        cx.commit().await.unwrap();
    }
}

/// Why the people of an answer were refused.
fn refused(done: &Value) -> Vec<&str> {
    done["failed"].as_array().unwrap().iter().map(|failure| failure["message"].as_str().unwrap()).collect()
}

both! {
    async fn a_full_licence_takes_nobody_more_until_a_seat_is_free(engine) {
        let w = World::new(engine).await;
        w.seats_for(1).await;
        let row = w.row(&[0], "reports", "cra", "prod");
        let done = w.authorise(&row, &[&w.zhang], &[]).await;
        assert_eq!(done["failed"], json!([]), "{done}");
        let full = w.authorise(&row, &[&w.li], &[]).await;
        assert_eq!(refused(&full), ["the licence of Here for EDC is full: at most 1 users"], "{full}");
        assert!(!w.knows(&w.li), "the trial system was not asked");
        // Who has a seat keeps it, also with other roles.
        let again = w.authorise(&row, &[&w.zhang], &[]).await;
        assert_eq!((refused(&again).len(), w.seats().await), (0, json!(1)));

        w.revoked(&[&w.grant(&w.zhang).await]).await;
        let done = w.authorise(&row, &[&w.li], &[]).await;
        assert_eq!((refused(&done).len(), w.seats().await), (0, json!(1)), "the revoked one's seat: {done}");
    }
}

both! {
    async fn a_suspended_grant_gives_its_seat_away_and_resumes_only_with_one(engine) {
        let w = World::new(engine).await;
        w.seats_for(1).await;
        let row = w.row(&[0], "reports", "cra", "prod");
        w.authorise(&row, &[&w.zhang], &[]).await;
        w.follow(&w.zhang, Became::Locked).await;
        let done = w.authorise(&row, &[&w.li], &[]).await;
        assert_eq!((refused(&done).len(), w.seats().await), (0, json!(1)), "{done}");
        w.follow(&w.zhang, Became::Unlocked).await;
        assert_eq!((w.claims(&w.zhang).await, w.seats().await), (json!([]), json!(1)));
        let told = w.audited("grants").await;
        assert!(told.iter().any(|row| row.action == "grant.not_resumed"), "{told:?}");

        w.revoked(&[&w.grant(&w.li).await]).await;
        w.follow(&w.zhang, Became::Locked).await;
        w.follow(&w.zhang, Became::Unlocked).await;
        assert_eq!((w.claims(&w.zhang).await.as_array().unwrap().len(), w.seats().await), (1, json!(1)));
    }
}
