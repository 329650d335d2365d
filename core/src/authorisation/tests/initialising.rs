//! Initialising a system for a tenant.

use cardea_simulator::{Fault, Faults};

use super::failing::evil;
use super::*;

impl World {
    /// Completes the domain with its service address.
    async fn complete(&self) {
        let mut cx = fixtures::system(&self.t.kernel);
        let query = cx.db().await.unwrap().write("UPDATE tenant_domains SET");
        let query = query.push(" api_url = ", self.system().base_url().to_owned());
        query.push(" WHERE id = ", self.domain.id.clone()).execute().await.unwrap();
        cx.commit().await.unwrap();
    }

    async fn initialise(&self, who: &Who) -> Answer {
        let path = format!("/api/admin/domains/{}/initialise", self.domain.id);
        self.raw(who, "en", "POST", &path, "").await
    }

    /// Whether the domain can be initialised, and whether it was.
    async fn state(&self) -> (bool, bool) {
        let mut cx = ReadCtx::system(&self.t.kernel);
        let domain = domains::get(&mut cx, &self.domain.id).await.unwrap().unwrap();
        (domain.can_init, domain.init_software)
    }

    fn tenant_is_there(&self) -> bool {
        self.system().is_initialised(self.here.id.as_str())
    }
}

both! {
    async fn of_two_callers_one_initialises_and_it_is_recorded_once(engine) {
        let w = World::new(engine).await;
        w.alter("UPDATE tenant_domains SET api_url = '' WHERE id = $1", &w.domain.id).await;
        assert_eq!((w.state().await, w.initialise(&fixtures::admin()).await.is()), ((false, false), (409, "conflict")));
        w.complete().await;
        assert_eq!(w.state().await, (true, false));
        let admin = fixtures::admin();
        let (one, other) = tokio::join!(w.initialise(&admin), w.initialise(&admin));
        let mut both = [one.is().0, other.is().0];
        both.sort_unstable();
        assert_eq!(both, [200, 409], "{one:?} {other:?}");
        assert_eq!((w.state().await, w.tenant_is_there(), w.system().arrived().len()), ((false, true), true, 1));
        let done = if one.is().0 == 200 { &one } else { &other };
        assert_eq!((&done.body["initSoftware"], &done.body["canInit"]), (&json!(true), &json!(false)));
        assert_eq!(w.initialise(&admin).await.body["message"], "the system is initialised already");
        let mut steps: Vec<_> = w.audited("tenant-domains").await.into_iter().map(|row| row.action).collect();
        steps.retain(|step| step.starts_with("tenant_domain.initialise"));
        assert_eq!(steps, ["tenant_domain.initialise_requested", "tenant_domain.initialised"]);
    }
}

both! {
    async fn a_refusal_leaves_it_as_it_was_and_an_unknown_outcome_is_made_sure(engine) {
        let w = World::new(engine).await;
        w.complete().await;
        // The system does it, and its answer does not arrive whole.
        w.system().set_faults(Faults { fault: Some(Fault::TruncatedJson), ..Faults::default() });
        let unsure = w.initialise(&fixtures::admin()).await;
        assert_eq!(unsure.is(), (502, "downstream_unavailable"));
        assert!(unsure.body["message"].as_str().unwrap().starts_with("It is not known whether"), "{unsure:?}");
        assert_eq!((w.state().await, w.tenant_is_there()), ((true, false), true));
        w.system().set_faults(Faults::default());
        assert_eq!(w.initialise(&fixtures::admin()).await.is().0, 200, "the same key: nothing more is done");
        assert_eq!(w.state().await, (false, true));

        // Said to be undone: a new attempt, which the system refuses.
        w.alter("UPDATE tenant_domains SET init_software = FALSE WHERE id = $1", &w.domain.id).await;
        let refused = w.initialise(&fixtures::admin()).await;
        assert_eq!(refused.is(), (422, "downstream_rejected"));
        assert!(refused.body["message"].as_str().unwrap().contains("initialised for this tenant before"), "{refused:?}");
        assert_eq!(w.state().await, (true, false));
        let failed: Vec<_> = w.audited("tenant-domains").await.into_iter().filter(|row| row.outcome == "failed").collect();
        assert_eq!((failed.len(), failed[0].action.as_str()), (2, "tenant_domain.initialise_failed"));
    }
}

both! {
    async fn it_is_the_platforms_and_needs_a_plugin_that_can(engine) {
        let w = World::new(engine).await;
        w.complete().await;
        assert_eq!(w.initialise(&w.manager(Act::Edit)).await.is(), (403, "forbidden"));
        let allowed = Allowed::Menus([(Permission::Domains, Act::Edit)].into());
        let of_tenant = fixtures::person(&Id::from("of-tenant"), Allowed::Nothing, &[(&w.here, allowed)]);
        assert_eq!(w.initialise(&of_tenant).await.is(), (403, "forbidden"));
        let gone = w.raw(&fixtures::admin(), "en", "POST", "/api/admin/domains/gone/initialise", "").await;
        assert_eq!(gone.is(), (404, "not_found"));
        w.replace(&evil(2, false)).await;
        assert_eq!((w.state().await, w.initialise(&fixtures::admin()).await.is()), ((false, false), (501, "plugin_missing")));
        assert!(w.system().arrived().is_empty());
    }
}
