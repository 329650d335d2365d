//! Launch addresses: the client's, with the parameters of OpenID Connect Core 1.0, section 4, or the domain's.

use std::collections::BTreeMap;

use super::*;
use crate::both;
use crate::provider::launch::{Domain, Place};

const SITE: &str = "https://edc.example.org/";

impl World {
    /// The launch address of EDC in a tenant, at a domain.
    async fn launch(&self, tenant: &str, domain: Option<(&str, &str)>, study: Option<&str>) -> Option<String> {
        let (software_id, tenant_id) = (Id::from("edc"), Id::from(tenant));
        let domain = domain.map(|(id, website)| (Id::from(id), website));
        let domain = domain.as_ref().map(|(id, website_url)| Domain { id, website_url });
        let place = Place { software_id: &software_id, tenant_id: &tenant_id, domain, study };
        self.provider.launches().await.unwrap().address(&place, "li.wei")
    }

    async fn domain(&self) {
        self.sql(
            "INSERT INTO tenant_domains (id, version, tenant_id, software_id, url_name, url, website_url, mobile_url, \
             api_url, remark, init_software, created_at, updated_at) \
             VALUES ('d1', 1, 't1', 'edc', '', '', 'https://edc.example.org/', '', '', '', FALSE, 0, 0)",
        )
        .await;
    }
}

/// An address without its query, and the parameters.
fn taken_apart(address: &str) -> (String, BTreeMap<String, String>) {
    let mut url = url::Url::parse(address).unwrap();
    let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    let parameters: BTreeMap<String, String> = pairs.iter().cloned().collect();
    assert_eq!(parameters.len(), pairs.len(), "each once: {address}");
    url.set_query(None);
    (url.into(), parameters)
}

fn parameters(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

both! {
    async fn a_client_begins_the_sign_in_and_comes_back_to_the_domain(engine) {
        let w = World::new(engine).await;
        w.domain().await;
        w.register(json!({ "client_id": "of-domain", "token_endpoint_auth_method": "none", "redirect_uris": [CALLBACK],
            "cardea_tenant_domain_id": "d1", "initiate_login_uri": "https://edc.example.org/oidc/begin?v=2" })).await;
        let address = w.launch("t1", Some(("d1", SITE)), Some("CT/001 &x")).await.unwrap();
        let (base, asked) = taken_apart(&address);
        assert_eq!(base, "https://edc.example.org/oidc/begin");
        assert_eq!(asked, parameters(&[("v", "2"), ("iss", ISSUER), ("login_hint", "li.wei"),
            ("target_link_uri", "https://edc.example.org/?study=CT%2F001+%26x")]));
        let (_, asked) = taken_apart(&w.launch("t1", Some(("d1", SITE)), None).await.unwrap());
        assert_eq!(asked["target_link_uri"], SITE);
        // Without a page to return to there is no target.
        let (base, asked) = taken_apart(&w.launch("t1", Some(("d1", "")), None).await.unwrap());
        assert_eq!((base.as_str(), asked.contains_key("target_link_uri")), ("https://edc.example.org/oidc/begin", false));
    }
}

both! {
    async fn a_domain_whose_own_address_begins_sign_ins_gets_the_parameters_itself(engine) {
        let w = World::new(engine).await;
        w.domain().await;
        w.register(json!({ "client_id": "of-domain", "token_endpoint_auth_method": "none",
            "cardea_tenant_domain_id": "d1" })).await;
        let (base, asked) = taken_apart(&w.launch("t1", Some(("d1", SITE)), Some("CT-001")).await.unwrap());
        assert_eq!(base, SITE);
        assert_eq!(asked, parameters(&[("study", "CT-001"), ("iss", ISSUER), ("login_hint", "li.wei")]));
    }
}

both! {
    async fn the_nearest_client_counts(engine) {
        let w = World::new(engine).await;
        let client = async |id: &str, begin: Value, tenant: Value, grants: Value| {
            w.register(json!({ "client_id": id, "token_endpoint_auth_method": "none", "redirect_uris": [CALLBACK],
                "cardea_software_id": "edc", "cardea_tenant_id": tenant, "initiate_login_uri": begin, "grant_types": grants }))
                .await
        };
        let flow = json!(["authorization_code"]);
        client("all", json!("https://all.example/begin"), Value::Null, flow.clone()).await;
        let at = Some(("d9", SITE));
        let begins = async |tenant: &str| w.launch(tenant, at, None).await.map(|text| taken_apart(&text).0).unwrap();
        assert_eq!(begins("t9").await, "https://all.example/begin", "the system's, where the tenant has none");
        // The world's own client of the tenant names no address: another client's is not used instead.
        assert_eq!(begins("t1").await, SITE);
        client("one", json!("https://one.example/begin"), json!("t1"), flow.clone()).await;
        assert_eq!(begins("t1").await, "https://one.example/begin");
        client("all", Value::Null, Value::Null, flow).await;
        assert_eq!(begins("t9").await, SITE, "as it is registered now");
        let (_, asked) = taken_apart(&w.launch("t9", at, None).await.unwrap());
        assert_eq!(asked, BTreeMap::new(), "somebody's page, and nothing is added to it");
    }
}

both! {
    async fn without_an_address_there_is_none(engine) {
        let w = World::new(engine).await;
        for at in [None, Some(("d1", "")), Some(("d1", "javascript:alert(1)")), Some(("d1", "https://u:p@edc.example/"))] {
            assert_eq!(w.launch("t1", at, Some("CT-001")).await, None, "{at:?}");
        }
    }
}
