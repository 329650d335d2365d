use serde_json::json;

use crate::authentication::testing::App;
use crate::both;
use crate::reports::remind_of_licences;
use crate::resources::licences::NewLicence;
use crate::resources::seed;
use crate::resources::testing as world;

const DAY: i64 = 24 * 3600;

both! {
    async fn administrators_are_told_of_licences_that_end_soon_once_in_each_stage(engine) {
        let app = App::new(engine).await;
        let mut cx = world::system(&app.t.kernel);
        seed(&mut cx).await.unwrap();
        let (here, there) = (world::tenant(&mut cx, "Here").await, world::tenant(&mut cx, "There").await);
        let edc = world::edc(&mut cx).await;
        // The clock stands at 2026-01-05.
        for (tenant, last) in [(&here, "2026-02-10"), (&there, "2026-12-31")] {
            let days = Some(("2025-01-01".to_owned(), last.to_owned()));
            world::give_licence(&mut cx, NewLicence { days, ..world::licence(tenant, &edc) }).await;
        }
        cx.commit().await.unwrap();
        app.role("chiefs", 2, true).await;
        app.role("platform", 1, true).await;
        for name in ["chief", "reader", "unverified", "root"] {
            app.user(name).await;
        }
        app.run("UPDATE users SET email_valid = TRUE WHERE user_name <> 'unverified'").await;
        app.run("UPDATE users SET role_id = 'platform', language = 'en' WHERE user_name = 'root'").await;
        for (name, role) in [("chief", "'chiefs'"), ("reader", "NULL"), ("unverified", "'chiefs'")] {
            let mut tx = app.tx().await;
            let sql = format!(
                "INSERT INTO memberships (id, version, tenant_id, user_id, role_id, enabled, join_date, updated_at) \
                 VALUES ('m-{name}', 1, '{}', 'id-{name}', {role}, 0, 0, 0)",
                here.id
            );
            tx.write(sql.leak()).execute().await.unwrap();
            tx.commit().await.unwrap();
        }
        assert_eq!(remind_of_licences(&app.sessions).await.unwrap(), 0, "not yet");
        app.t.clock.advance(7 * DAY);
        assert_eq!(remind_of_licences(&app.sessions).await.unwrap(), 1);
        assert_eq!(remind_of_licences(&app.sessions).await.unwrap(), 0, "once");
        let sent = app.outbox().await;
        let mut told: Vec<_> = sent.iter().map(|mail| mail["to"].as_str().unwrap()).collect();
        told.sort_unstable();
        assert_eq!(told, ["chief@example.org", "root@example.org"]);
        for mail in &sent {
            assert_eq!(mail["purpose"], json!("licences-ending"));
            let text = mail["text"].as_str().unwrap();
            assert!(text.contains("2026-02-10") && text.contains("Here") && !text.contains("There"), "{text}");
        }
        app.t.clock.advance(23 * DAY);
        let nodes = (0..4).map(|_| remind_of_licences(&app.sessions));
        let told: usize = futures::future::join_all(nodes).await.into_iter().map(Result::unwrap).sum();
        assert_eq!(told, 1, "and again in the last week");
        assert_eq!(app.outbox().await.len(), 4);
        app.t.clock.advance(30 * DAY);
        assert_eq!(remind_of_licences(&app.sessions).await.unwrap(), 0, "it has ended");
    }
}
