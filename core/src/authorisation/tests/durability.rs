//! Batches outlive their runners, and are executed once.

use super::*;
use crate::authorisation::model::{AuthoriseRequest, Batch};
use crate::authorisation::runner;
use crate::kernel::http::Request;

impl World {
    /// A request for both members, stored and not yet taken up.
    pub(super) async fn written(&self) -> Id {
        self.written_for(&[&self.zhang, &self.li]).await
    }

    async fn written_for(&self, people: &[&User]) -> Id {
        let mut body = self.request(&self.row(&[0], "reports", "cra", "prod"));
        body["userIds"] = people.iter().map(|user| json!(user.id)).collect();
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
        self.until_applied(2).await;
        running.abort();
        assert!(running.await.unwrap_err().is_cancelled());
        self.authorisation.host.idle().await;
        batch
    }

    /// Members beside the two.
    async fn many(&self, count: usize) -> Vec<User> {
        let mut cx = fixtures::system(&self.t.kernel);
        let mut people = Vec::with_capacity(count);
        for n in 0..count {
            people.push(fixtures::user(&mut cx, &format!("person{n:04}"), None).await);
        }
        let all: Vec<&User> = people.iter().collect();
        join(&mut cx, &self.here, &all).await;
        cx.commit().await.unwrap();
        people
    }

    /// Waits until the trial system has provisioned so many people.
    async fn until_applied(&self, people: u64) {
        let reached = async {
            while self.system().applied() < people {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        tokio::time::timeout(Duration::from_mins(2), reached).await.expect("the trial system gets so far");
    }

    /// A runner of this node that takes a batch up and dies once the trial system has provisioned so many people.
    async fn dies_at(&self, node: &Authorisation, id: &Id, provisioned: u64) {
        let batch = runner::claim(node, id).await.unwrap().expect("it is nobody's");
        let (authorisation, taken) = (node.clone(), batch);
        let running = tokio::spawn(async move { runner::carry(&authorisation, &taken).await });
        self.until_applied(provisioned).await;
        running.abort();
        let _ = running.await;
        node.host.idle().await;
        self.t.clock.advance(181);
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

both! {
    async fn of_many_people_each_is_provisioned_once_wherever_the_runners_of_two_nodes_die(engine) {
        let w = World::new(engine).await;
        let people = w.many(410).await;
        let all: Vec<&User> = people.iter().collect();
        let id = w.written_for(&all).await;
        let other = w.another().await;
        let path = format!("/api/admin/panels/batches/{id}");
        let mut finished = 0;
        // At the first person, in the middle of a chunk, at its end, in the next one, and close to the end of all.
        for (turn, at) in [1, 120, 200, 333, 409].into_iter().enumerate() {
            w.dies_at(if turn % 2 == 0 { &w.authorisation } else { &other }, &id, at).await;
            let far = w.get(&path).await.body;
            assert_eq!((&far["total"], &far["succeeded"]), (&json!(410), &json!([])), "{far}");
            let now = far["finished"].as_i64().unwrap();
            assert!(now >= finished && now <= 410, "{now} after {finished}");
            finished = now;
        }
        runner::run_due(&other).await.unwrap();
        let done = w.done(id.as_str(), "en").await;
        assert_eq!((&done["finished"], done["succeeded"].as_array().unwrap().len()), (&json!(410), 410));
        assert_eq!(done["failed"], json!([]));
        assert_eq!((w.system().users("A-01").len(), w.system().applied()), (410, 410), "none twice, none left out");
        assert_eq!(w.audited("grants").await.len(), 410);
        assert_eq!(each(&w.claims(&people[409]).await, "study"), ["A-01"]);
    }
}
