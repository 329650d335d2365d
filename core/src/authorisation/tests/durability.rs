//! Batches outlive their runners, and are executed once.

use super::*;
use crate::authorisation::model::{AuthoriseRequest, Batch};
use crate::authorisation::runner;
use crate::kernel::http::Request;

impl World {
    /// A request for both members, stored and not yet taken up.
    pub(super) async fn written(&self) -> Id {
        let mut body = self.request(&self.row(&[0], "reports", "cra", "prod"));
        body["userIds"] = json!([self.zhang.id, self.li.id]);
        let ask: AuthoriseRequest = serde_json::from_value(body).unwrap();
        let cx = Ctx::new(self.t.kernel.clone(), fixtures::admin(), Request::internal("r1".into()));
        self.authorisation.authorise(cx, &self.edc, ask).await.unwrap()
    }

    /// A runner that dies between the trial system's answer and its own commit: both people are provisioned, and
    /// nothing is written.
    async fn dies_half_way(&self, id: &Id) -> Batch {
        let batch = runner::claim(&self.authorisation, id).await.unwrap().unwrap();
        // A runner has to lock the batch before it writes results.
        let mut holds = fixtures::system(&self.t.kernel);
        let query =
            holds.db().await.unwrap().write("UPDATE authorisation_batches SET updated_at = updated_at WHERE id = $1");
        query.bind(id.clone()).execute().await.unwrap();
        let (authorisation, taken) = (self.authorisation.clone(), batch.clone());
        let running = tokio::spawn(async move { runner::carry(&authorisation, &taken).await });
        let provisioned = async {
            while self.system().applied() < 2 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_mins(2), provisioned).await.expect("both are provisioned");
        running.abort();
        assert!(running.await.unwrap_err().is_cancelled());
        self.authorisation.host.idle().await;
        batch
    }

    /// Another node over the same database.
    pub(super) async fn another(&self) -> Authorisation {
        let node = authorisation(&self.t, roomy());
        let broken = crate::authorisation::load_all(&mut ReadCtx::system(&self.t.kernel), &node.host).await.unwrap();
        assert!(broken.is_empty());
        node
    }
}

both! {
    async fn a_batch_whose_runner_died_is_finished_by_another_without_provisioning_twice(engine) {
        let w = World::new(engine).await;
        let id = w.written().await;
        let dead = w.dies_half_way(&id).await;
        let other = w.another().await;
        assert_eq!(runner::run_due(&other).await.unwrap(), 0, "its lease lasts");
        assert_eq!(w.claims(&w.zhang).await, json!([]));

        w.t.clock.advance(181);
        assert_eq!(runner::run_due(&other).await.unwrap(), 1);
        let done = w.done(id.as_str(), "en").await;
        assert_eq!((done["succeeded"].as_array().unwrap().len(), &done["failed"]), (2, &json!([])));
        assert_eq!(w.system().applied(), 2, "the second attempt found the answers of the first");
        assert!(w.system().calls() > 4, "and did ask");
        assert_eq!(each(&w.claims(&w.zhang).await, "study"), ["A-01"]);
        assert_eq!(w.audited("grants").await.len(), 2);

        // The first runner continues: the batch is no longer its own.
        runner::carry(&w.authorisation, &dead).await.unwrap();
        assert_eq!((w.audited("grants").await.len(), w.audited("authorisations").await.len()), (2, 2));
        assert_eq!(runner::run_due(&other).await.unwrap(), 0);
    }
}

both! {
    async fn a_runner_that_lost_its_lease_writes_nothing(engine) {
        let w = World::new(engine).await;
        let id = w.written().await;
        let slow = runner::claim(&w.authorisation, &id).await.unwrap().unwrap();
        w.t.clock.advance(181);
        let other = w.another().await;
        let quick = runner::claim(&other, &id).await.unwrap().unwrap();
        assert_eq!((slow.attempt, quick.attempt), (1, 2));
        runner::carry(&w.authorisation, &slow).await.unwrap();
        assert!(w.audited("grants").await.is_empty());
        runner::carry(&other, &quick).await.unwrap();
        assert_eq!(w.done(id.as_str(), "en").await["succeeded"].as_array().unwrap().len(), 2);
        assert_eq!((w.audited("grants").await.len(), w.system().applied()), (2, 2));
    }
}

both! {
    async fn of_two_runners_one_has_the_batch(engine) {
        let w = World::new(engine).await;
        let id = w.written().await;
        let other = w.another().await;
        let (mine, its) = (w.authorisation.clone(), id.clone());
        let first = tokio::spawn(async move { runner::run(&mine, &its).await.unwrap() });
        let second = tokio::spawn(async move { runner::run_due(&other).await.unwrap() });
        let (first, second) = (first.await.unwrap(), second.await.unwrap());
        assert_eq!(usize::from(first) + second, 1);
        w.done(id.as_str(), "en").await;
        assert_eq!((w.system().applied(), w.audited("grants").await.len()), (2, 2));
        assert_eq!(w.audited("authorisations").await.len(), 2);
    }
}
