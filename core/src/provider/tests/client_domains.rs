//! Clients that belong to the domains of tenants.

use super::clients_admin::{Admin, CLIENTS, administrator};
use super::*;
use crate::both;
use crate::kernel::ctx::Ctx;
use crate::kernel::resource::{Record as _, operations};
use crate::provider::clients::domain_changed;
use crate::resources::domains::{
    self, Domains, FollowDomain, NewTenantDomain, StudyBinding, TenantDomain, TenantDomainInput,
};

/// Follows domains, as the server does.
#[derive(Debug)]
struct Follow;

impl FollowDomain for Follow {
    fn domain_changed<'a>(&'a self, cx: &'a mut Ctx, domain: &'a Id) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(domain_changed(cx, domain))
    }
}

fn addresses(website: &str) -> NewTenantDomain {
    NewTenantDomain {
        tenant_id: "t1".into(),
        software_id: "edc".into(),
        url_name: "EDC".into(),
        url: String::new(),
        website_url: website.into(),
        mobile_url: "https://m.edc.example.org".into(),
        api_url: String::new(),
        remark: String::new(),
    }
}

both! {
    async fn a_client_may_use_the_addresses_of_its_domain_and_follows_them(engine) {
        let w = World::new(engine).await;
        let admin = Admin::over(&w);
        let mut cx = w.cx();
        let domain = domains::create(&mut cx, addresses("https://one.example.org/login")).await.unwrap();
        cx.commit().await.unwrap();
        let given = json!({ "client_id": "bound", "cardea_tenant_domain_id": domain.id, "cardea_redirect_paths": ["/cb"],
            "token_endpoint_auth_method": "none" });
        let made = admin.ok("POST", CLIENTS, &given).await;
        assert_eq!((&made["cardea_software_id"], &made["cardea_tenant_id"]), (&json!("edc"), &json!("t1")), "the domain's");
        assert_eq!(made["redirect_uris"], json!([]), "its own, of which it needs none");
        assert_eq!(made["bound"]["redirect_uris"], json!(["https://one.example.org/cb", "https://m.edc.example.org/cb"]));
        assert_eq!(made["bound"]["initiate_login_uri"], "https://one.example.org/login");
        let who = w.sign_in("u1", "s1").await;
        let ask = async |to: &str| {
            w.authorize(&request(&[("client_id", Some("bound")), ("redirect_uri", Some(to))]), &who).await.status
        };
        assert_eq!(ask("https://one.example.org/cb").await, StatusCode::SEE_OTHER);
        assert_eq!(ask("https://one.example.org/cb2").await, StatusCode::BAD_REQUEST);
        assert_eq!(ask("https://two.example.org/cb").await, StatusCode::BAD_REQUEST);

        let mut cx = w.cx();
        let changed = addresses("https://two.example.org/login");
        let following = Domains { kernel: w.t.kernel.clone(), followers: Arc::new(Follow) };
        w.t.kernel.references().declare(TenantDomain::REFERENCES);
        w.t.kernel.references().declare(StudyBinding::REFERENCES);
        let form = TenantDomainInput { version: Some(1), ..changed.into() };
        operations::update::<TenantDomain>(&following, &mut cx, &domain.id, &form).await.unwrap();
        cx.commit().await.unwrap();
        w.t.clock.advance(2);
        assert_eq!(ask("https://two.example.org/cb").await, StatusCode::SEE_OTHER, "within two seconds");
        assert_eq!(ask("https://one.example.org/cb").await, StatusCode::BAD_REQUEST, "and the old one no more");
        let client = w.provider.clients().get("bound").await.unwrap().unwrap();
        assert_eq!(client.settings.initiate_login_uri.as_deref(), Some("https://two.example.org/login"));
        assert!(client.post_logout_redirect_uris.contains(&"https://two.example.org/login".to_owned()));

        let mut cx = w.cx();
        operations::remove::<TenantDomain>(&following, &mut cx, &domain.id).await.unwrap();
        cx.commit().await.unwrap();
        w.t.clock.advance(2);
        assert_eq!(ask("https://two.example.org/cb").await, StatusCode::BAD_REQUEST, "gone with the domain");
    }
}

both! {
    async fn a_domain_of_another_tenant_or_system_is_refused(engine) {
        let w = World::new(engine).await;
        let admin = Admin::over(&w);
        w.sql("INSERT INTO software (id, version, software_name, describe, web_code, app_code, validity_time, sort, \
            authorization_style, is_study_authorization, projdb_show, remind_day, expired_day, created_at, updated_at) \
            VALUES ('rtsm', 1, 'RTSM', '', '030', '', 0, 2, 1, 0, 0, 0, 0, 0, 0)").await;
        let mut cx = w.cx();
        let domain = domains::create(&mut cx, addresses("https://one.example.org/login")).await.unwrap();
        cx.commit().await.unwrap();
        let given = json!({ "cardea_tenant_domain_id": domain.id, "cardea_software_id": "rtsm" });
        let answer = admin.send(&administrator(), "POST", CLIENTS, &given).await;
        assert!(answer.json()["errors"]["cardea_tenant_domain_id"].is_string(), "{answer:?}");
        // A move of the domain would change everybody's `sub`.
        let given = json!({ "cardea_tenant_domain_id": domain.id, "subject_type": "pairwise" });
        let answer = admin.send(&administrator(), "POST", CLIENTS, &given).await;
        assert!(answer.json()["errors"]["sector_identifier_uri"].is_string(), "{answer:?}");
        let choices = admin.get("/api/admin/client-choices?tenantId=t1").await.json();
        assert_eq!(choices["software"], json!([{ "id": "edc", "softwareName": "EDC" }, { "id": "rtsm", "softwareName": "RTSM" }]));
        assert_eq!(choices["domains"][0]["websiteUrl"], "https://one.example.org/login");
        assert_eq!(admin.get("/api/admin/client-choices").await.json()["domains"], json!([]));
    }
}
