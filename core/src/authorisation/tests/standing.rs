//! A grant has effect only with a valid licence and an enabled membership.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::*;
use crate::authorisation::CLAIM_ROWS;
use crate::kernel::db::{Rows, STATEMENTS};
use crate::resources::licences::NewLicence;

impl World {
    async fn authorised(&self) -> Value {
        self.authorise(&self.row(&[0], "reports", "cra", "prod"), &[&self.zhang], &[]).await
    }

    /// Claims and portal, as numbers of entries.
    async fn has(&self) -> (usize, usize) {
        let (claims, open) = (self.claims(&self.zhang).await, self.reachable(&self.zhang).await);
        (claims.as_array().unwrap().len(), open.as_array().unwrap().len())
    }

    /// No part of the panel can be used, and the error gives the reason.
    async fn is_unlicensed(&self) {
        let why = "The tenant's licence for this system is not valid";
        let list = self.get(&format!("/api/admin/panels?tenantId={}", self.here.id)).await;
        assert_eq!((&list.body[0]["available"], &list.body[0]["reason"]), (&json!(false), &json!(why)));
        let mut request = self.request(&self.row(&[0], "reports", "cra", "prod"));
        request["userIds"] = json!([self.zhang.id]);
        for answer in [
            self.definition("en").await,
            self.ask("options", json!({"column": "project"})).await,
            self.ask("validate", json!({"grants": []})).await,
            self.ask("authorise", request).await,
        ] {
            assert_eq!((answer.is(), &answer.body["message"]), ((403, "forbidden"), &json!(why)));
        }
        assert_eq!(self.has().await, (0, 0));
    }
}

both! {
    async fn a_licence_that_is_over_gives_nothing(engine) {
        let w = World::new(engine).await;
        w.alter("DELETE FROM licences WHERE software_id = $1", &w.edc.id).await;
        let mut cx = fixtures::system(&w.t.kernel);
        let days = Some(("2026-01-01".into(), "2026-01-31".into()));
        fixtures::give_licence(&mut cx, NewLicence { days, ..fixtures::licence(&w.here, &w.edc) }).await;
        cx.commit().await.unwrap();
        w.authorised().await;
        // The last day counts.
        w.t.clock.advance(26 * 86_400);
        assert_eq!(w.has().await, (1, 1));
        w.t.clock.advance(86_400);
        w.is_unlicensed().await;
    }
}

both! {
    async fn a_licence_that_is_switched_off_gives_nothing_until_it_is_on_again(engine) {
        let w = World::new(engine).await;
        w.authorised().await;
        assert_eq!(w.has().await, (1, 1));
        w.alter("UPDATE licences SET is_enable = FALSE WHERE software_id = $1", &w.edc.id).await;
        w.is_unlicensed().await;
        w.alter("UPDATE licences SET is_enable = TRUE WHERE software_id = $1", &w.edc.id).await;
        assert_eq!(w.has().await, (1, 1));
    }
}

both! {
    async fn a_membership_that_is_disabled_gives_nothing_and_takes_nothing(engine) {
        let w = World::new(engine).await;
        w.authorised().await;
        w.alter("UPDATE memberships SET enabled = 1 WHERE user_id = $1", &w.zhang.id).await;
        assert_eq!(w.has().await, (0, 0));
        let again = w.authorised().await;
        assert_eq!((&again["succeeded"], each(&again["failed"], "reason")), (&json!([]), vec!["not-found"]));
        assert_eq!(w.system().applied(), 1);
        w.alter("UPDATE memberships SET enabled = 0 WHERE user_id = $1", &w.zhang.id).await;
        assert_eq!(w.has().await, (1, 1));
    }
}

both! {
    async fn what_is_deleted_gives_nothing(engine) {
        for (gone, back, of) in [
            ("UPDATE tenants SET deleted_at = 1 WHERE id = $1", "UPDATE tenants SET deleted_at = NULL WHERE id = $1", 0),
            ("UPDATE study_software SET deleted_at = 1 WHERE id = $1", "UPDATE study_software SET deleted_at = NULL WHERE id = $1", 1),
        ] {
            let w = World::new(engine).await;
            w.authorised().await;
            let id = if of == 0 { &w.here.id } else { &w.bound[0].id };
            w.alter(gone, id).await;
            assert_eq!(w.has().await, (0, 0), "{gone}");
            w.alter(back, id).await;
            assert_eq!(w.has().await, (1, 1), "{back}");
        }
    }
}

/// However many systems and licences there are: the database may be a network away.
#[tokio::test]
async fn claims_and_the_systems_of_a_person_cost_one_crossing_each() {
    let w = World::new(Engine::Postgres).await;
    w.authorised().await;
    let crossings = || w.t.kernel.db().crossings().unwrap();
    let mut costs = [0, 0];
    // The first of each prepares its statement.
    for _ in 0..2 {
        let before = crossings();
        assert_eq!(w.claims(&w.zhang).await.as_array().unwrap().len(), 1);
        let between = crossings();
        let mut cx = ReadCtx::system(&w.t.kernel).autocommit();
        assert_eq!(super::super::chooser::reachable(&mut cx, &w.zhang.id).await.unwrap().len(), 1);
        costs = [between - before, crossings() - between];
    }
    assert_eq!(costs, [1, 1]);
}

/// What is known of claims is read again once any of their tables has changed.
#[tokio::test]
async fn the_tables_of_claims_are_watched() {
    let w = World::new(Engine::Sqlite).await;
    let asked = STATEMENTS.scope(RefCell::default(), async {
        w.claims(&w.zhang).await;
        STATEMENTS.with(RefCell::take)
    });
    let sql = asked.await.concat();
    let words: Vec<&str> = sql.split_whitespace().collect();
    let named = words.windows(2).filter(|pair| ["FROM", "JOIN"].contains(&pair[0])).map(|pair| pair[1]);
    let read: BTreeSet<&str> = named.filter(|table| *table != "(SELECT").collect();
    let watched = CLAIM_ROWS.iter().map(|rows| match rows {
        Rows::All(table) | Rows::Existing(table) => *table,
    });
    assert_eq!(read, watched.collect());
}
