//! Refusals that strangers cause: the first of a minute are rows at once, the others become one row.

use std::net::IpAddr;

use serde_json::Value;

use super::*;
use crate::attack::refused;
use crate::both;
use crate::kernel::audit::gather::{PERSON, RECORDS};
use crate::kernel::ctx::{Allowed, Event, Outcome, Person, Who};
use crate::kernel::http::{About, Request};
use crate::kernel::id::Id;

fn from(address: &str) -> Request {
    let address: Option<IpAddr> = address.parse().ok();
    About { address, ..About::clone(&Request::internal("r".into())) }.into()
}

fn person(id: &str) -> Who {
    Who::Person(Box::new(Person {
        id: Id::from(id),
        user_name: id.to_owned(),
        full_name: id.to_owned(),
        session_id: Id::from("s"),
        tenant_id: None,
        auth_time: crate::testing::START,
        acr: "password".into(),
        amr: vec!["pwd".into()],
        system: Allowed::Nothing,
        tenants: std::collections::BTreeMap::new(),
    }))
}

fn refusal(record: &str, reason: &str) -> Event {
    Event {
        action: "session.refused",
        resource: "users",
        record: record.into(),
        reason: Some(reason.into()),
        outcome: Some(Outcome::Refused),
        ..Event::default()
    }
}

impl World {
    async fn refuse(&self, who: Who, address: &str, event: Event) {
        let mut cx = Ctx::new(self.t.kernel.clone(), who, from(address));
        cx.audit_event(event);
        cx.commit().await.unwrap();
    }

    /// Record, address, reason and the count of repetitions, the oldest first.
    async fn refusals(&self) -> Vec<(String, String, String, Value)> {
        let mut tx = self.t.kernel.db().begin_read().await.unwrap();
        let sql = "SELECT record_id, COALESCE(address, ''), COALESCE(reason, ''), COALESCE(after, 'null') \
                   FROM audit_events WHERE action = 'session.refused' ORDER BY at, id";
        let rows: Vec<(String, String, String, String)> = tx.query(sql).all().await.unwrap();
        rows.into_iter()
            .map(|(record, address, reason, after)| {
                let after: Value = serde_json::from_str(&after).unwrap();
                (record, address, reason, after["repeated"].clone())
            })
            .collect()
    }
}

both! {
    async fn a_single_refusal_is_a_row_as_ever(engine) {
        let w = World::new(engine).await;
        w.refuse(Who::Nobody, "192.0.2.1", refusal("alice", "wrong")).await;
        w.t.clock.advance(61);
        assert_eq!(w.t.kernel.write_gathered(false).await.unwrap(), 0);
        w.refuse(Who::Nobody, "192.0.2.1", refusal("alice", "wrong")).await;
        w.refuse(Who::Nobody, "192.0.2.2", refusal("alice", "wrong")).await;
        let seen = w.refusals().await;
        assert_eq!(seen.len(), 3);
        assert!(seen.iter().all(|row| row.0 == "alice" && row.3.is_null()));
    }
}

mod attacks {
    use super::*;

    both! {
        /// Thousands of refusals become a handful of rows, and none of them is lost.
        async fn strangers_do_not_make_the_audit_grow(engine) {
            let w = World::new(engine).await;
            for n in 0..2000 {
                w.refuse(Who::Nobody, "192.0.2.1", refusal(&format!("user-{n}"), "wrong")).await;
            }
            assert_eq!(w.refusals().await.len(), RECORDS);
            w.t.clock.advance(60);
            assert_eq!(w.t.kernel.write_gathered(false).await.unwrap(), 1);
            let sum = w.refusals().await.pop().unwrap();
            assert_eq!((sum.0.as_str(), sum.1.as_str(), sum.3["count"].as_u64()), ("", "192.0.2.1", Some(2000 - RECORDS as u64)));
            assert_eq!(sum.3["records"].as_object().unwrap().len(), 20, "bounded");
            // One IPv6 network is one source.
            for n in 0..200 {
                w.refuse(Who::Nobody, &format!("2001:db8::{n:x}"), refusal("", "wrong")).await;
            }
            w.t.kernel.write_gathered(true).await.unwrap();
            let sum = w.refusals().await.pop().unwrap();
            assert_eq!((sum.1.as_str(), sum.3["count"].as_u64()), ("2001:db8::/64", Some(199)));
            // The first row of each record up to the bound, and the sum; of the second source only one record.
            let (rows, kept) = (w.refusals().await.len(), RECORDS + 1 + 2);
            refused("refusals make the audit grow", engine, 2200 - kept, 2200 - rows);
        }
    }
}

both! {
    async fn what_is_counted_says_when_what_and_why(engine) {
        let w = World::new(engine).await;
        for reason in ["wrong", "wrong", "locked", "wrong"] {
            w.refuse(Who::Nobody, "192.0.2.1", refusal("alice", reason)).await;
            w.t.clock.advance(5);
        }
        w.t.clock.advance(60);
        // Without a background run, the next refusal of the kind writes the count.
        w.refuse(Who::Nobody, "192.0.2.1", refusal("alice", "later")).await;
        let seen = w.refusals().await;
        assert_eq!(seen.len(), 3);
        let sum = seen.iter().find(|row| !row.3.is_null()).unwrap();
        assert_eq!((sum.0.as_str(), sum.2.as_str()), ("alice", ""));
        assert_eq!(sum.3, serde_json::json!({
            "count": 3, "first": "2026-01-05T08:00:05.000Z", "last": "2026-01-05T08:00:15.000Z",
            "reasons": { "wrong": 2, "locked": 1 },
        }));
        w.trail.seal_all().await.unwrap();
        assert_eq!(w.verdict().await, whole(3));
    }
}

both! {
    async fn people_have_more_room_and_the_server_is_never_gathered(engine) {
        let w = World::new(engine).await;
        for _ in 0..PERSON + 5 {
            w.refuse(person("alice"), "192.0.2.1", refusal("x", "no")).await;
            w.refuse(Who::System("job"), "", refusal("y", "no")).await;
            w.refuse(Who::Nobody, "", refusal("z", "no")).await;
        }
        let counted = |seen: &[(String, String, String, Value)], record: &str| seen.iter().filter(|row| row.0 == record).count();
        let seen = w.refusals().await;
        assert_eq!((counted(&seen, "x"), counted(&seen, "y"), counted(&seen, "z")), (PERSON, PERSON + 5, PERSON + 5));
        assert_eq!(w.t.kernel.write_gathered(true).await.unwrap(), 1);
        assert_eq!(w.refusals().await.pop().unwrap().3["count"], 5);
    }
}

both! {
    async fn a_refusal_that_did_something_is_a_row_of_its_own(engine) {
        let w = World::new(engine).await;
        for _ in 0..4 {
            w.refuse(Who::Nobody, "192.0.2.1", Event { alone: true, ..refusal("x", "revoked") }).await;
        }
        assert_eq!(w.refusals().await.len(), 4);
    }
}

both! {
    /// A commit that fails counts nothing twice, and loses no earlier count.
    async fn what_could_not_be_written_stays_counted(engine) {
        let w = World::new(engine).await;
        for _ in 0..3 {
            w.refuse(Who::Nobody, "192.0.2.1", refusal("alice", "wrong")).await;
        }
        w.t.clock.advance(60);
        w.run("ALTER TABLE audit_events RENAME TO elsewhere").await;
        assert!(w.t.kernel.write_gathered(false).await.is_err());
        let mut cx = Ctx::new(w.t.kernel.clone(), Who::Nobody, from("192.0.2.1"));
        cx.audit_event(refusal("alice", "wrong"));
        assert!(cx.commit().await.is_err(), "no row, no commit");
        w.run("ALTER TABLE elsewhere RENAME TO audit_events").await;
        assert_eq!(w.t.kernel.write_gathered(true).await.unwrap(), 1);
        assert_eq!(w.refusals().await.pop().unwrap().3["count"], 2);
    }
}
