//! Attacks on grants.

use super::*;
use crate::attack::refused;
use crate::resources::Became;

both! {
    async fn who_left_and_came_back_finds_nothing(engine) {
        let w = World::new(engine).await;
        let row = w.row(&[0], "reports", "cra", "prod");
        w.authorise(&row, &[&w.zhang], &[]).await;
        w.alter("DELETE FROM memberships WHERE user_id = $1", &w.zhang.id).await;
        w.follow(&w.zhang, Became::Left(w.here.id.clone())).await;
        let mut nothing = Vec::new();
        let mut look = async || {
            nothing.push(w.claims(&w.zhang).await == json!([]));
            nothing.push(w.reachable(&w.zhang).await == json!([]));
            nothing.push(w.seats().await == json!(0));
        };
        look().await;
        w.told().await;
        let mut cx = fixtures::system(&w.t.kernel);
        join(&mut cx, &w.here, &[&w.zhang]).await;
        cx.commit().await.unwrap();
        // Enabling or unlocking an account does not restore revoked grants.
        for became in [Became::Enabled(w.here.id.clone()), Became::Unlocked] {
            w.follow(&w.zhang, became).await;
            w.told().await;
            look().await;
        }
        assert!(!w.knows(&w.zhang));
        let refusals = nothing.iter().filter(|nothing| **nothing).count();
        refused("a member who left and came back uses what they had", engine, nothing.len(), refusals);
        w.authorise(&row, &[&w.zhang], &[]).await;
        assert_eq!(each(&w.claims(&w.zhang).await, "study"), ["A-01"], "until somebody grants it again");
    }
}

both! {
    async fn fifty_revocations_at_once_give_one_seat_back(engine) {
        let w = World::new(engine).await;
        w.authorise(&w.row(&[0], "reports", "cra", "prod"), &[&w.zhang, &w.li], &[]).await;
        let id = w.grant(&w.zhang).await;
        let all = futures::future::join_all((0..50).map(|_| async { w.revoke(&[&id]).await })).await;
        let batches: std::collections::BTreeSet<_> = all.iter().map(|a| (a.status.as_u16(), a.body["batchId"].as_str())).collect();
        assert_eq!(batches.len(), 1, "all hear of the one: {batches:?}");
        w.done(all[0].body["batchId"].as_str().unwrap(), "en").await;
        w.told().await;
        let revoked = w.audited("grants").await.into_iter().filter(|n| n.action == "grant.revoked").count();
        assert_eq!((revoked, w.seats().await, w.system().applied()), (1, json!(1), 3));
        refused("a seat given back twice by revoking at once", engine, 50 - 1, 50 - revoked);
    }
}

both! {
    async fn nobody_revokes_across_tenants_or_without_the_permission(engine) {
        let w = World::new(engine).await;
        w.authorise(&w.row(&[0], "reports", "cra", "prod"), &[&w.zhang], &[]).await;
        let id = w.grant(&w.zhang).await;
        let other = Id::try_from("019c0000-0000-7000-8000-000000000000".to_owned()).unwrap();
        let mut tried = Vec::new();
        for (who, tenant, software, want) in [
            (w.manager_there(), &w.here.id, &w.edc.id, 404),
            (w.manager_there(), &w.there.id, &w.edc.id, 404),
            (w.manager(Act::Edit), &w.there.id, &w.edc.id, 404),
            (w.manager(Act::Edit), &w.here.id, &other, 404),
            (w.manager(Act::View), &w.here.id, &w.edc.id, 403),
            (fixtures::person(&w.zhang.id, Allowed::Nothing, &[(&w.here, Allowed::Nothing)]), &w.here.id, &w.edc.id, 403),
            (Who::Nobody, &w.here.id, &w.edc.id, 401),
        ] {
            let body = json!({ "tenantId": tenant, "ids": [id], "reason": "x" }).to_string();
            let answer = w.raw(&who, "en", "POST", &format!("/api/admin/panels/{software}/revoke"), body).await;
            tried.push(answer.status.as_u16() == want);
        }
        assert_eq!((each(&w.claims(&w.zhang).await, "study"), w.seats().await), (vec!["A-01"], json!(1)));
        // The refusals of readers and of people without permission are audited; unknown records are not revealed.
        let denied: Vec<_> = fixtures::audited(&w.t.kernel, "calls").await.into_iter().map(|row| (row.0, row.3)).collect();
        assert_eq!(denied, vec![("call.refused".to_owned(), "refused".to_owned()); 2]);
        refused("revoking across tenants", engine, tried.len(), tried.iter().filter(|refused| **refused).count());
    }
}

both! {
    async fn nobody_authorises_themselves(engine) {
        let w = World::new(engine).await;
        let row = w.row(&[0], "reports", "cra", "prod");
        let allowed = Allowed::Menus([(Permission::UserAllowed, Act::Edit)].into());
        let zhang = fixtures::person(&w.zhang.id, Allowed::Nothing, &[(&w.here, allowed)]);
        let chief = fixtures::person(&w.zhang.id, Allowed::Everything, &[]);
        let mut tried = Vec::new();
        for who in [&zhang, &chief] {
            for (ids, emails) in [
                (vec![&w.zhang.id], vec![]),
                (vec![&w.li.id, &w.zhang.id], vec![]),
                (vec![], vec!["zhang@example.com"]),
                (vec![&w.li.id], vec![" ZHANG@Example.com "]),
            ] {
                let mut body = w.request(&row);
                (body["userIds"], body["emails"]) = (json!(ids), json!(emails));
                let answer = w.raw(who, "en", "POST", &w.at("/authorise"), body.to_string()).await;
                tried.push(answer.is() == (403, "forbidden") && answer.fields() == ["userIds"]);
            }
        }
        assert_eq!((w.system().applied(), w.audited("authorisations").await.len()), (0, 0), "nothing was begun");
        // Nor can they change their own grants.
        w.authorise(&row, &[&w.zhang], &[]).await;
        let body = json!({ "tenantId": w.here.id, "ids": [w.grant(&w.zhang).await], "reason": "x" }).to_string();
        tried.push(w.raw(&zhang, "en", "POST", &w.at("/revoke"), body).await.status == 403);
        assert_eq!(w.seats().await, json!(1));
        refused("authorising oneself", engine, tried.len(), tried.iter().filter(|refused| **refused).count());
    }
}
