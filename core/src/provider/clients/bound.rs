//! What a tenant's domain lets its client use: where answers may go, where the browser may go after a
//! sign-out, and where a sign-in begun here is sent. Worked out from the domain's addresses whenever the
//! client is read, so that it follows them.

use serde::Serialize;

use super::metadata::Metadata;
use super::model::Client;
use super::redirect;
use super::store;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::{Error, Problems};
use crate::kernel::id::Id;
use crate::resources::{domains, software, tenants};

/// What a domain contributes. What cannot be registered is left out: an http address that is not on loopback
/// gives nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Bound {
    /// Where answers may go.
    pub redirect_uris: Vec<String>,
    /// Where the browser may go after a sign-out.
    pub post_logout_redirect_uris: Vec<String>,
    /// Where a sign-in begun here is sent.
    pub initiate_login_uri: Option<String>,
}

impl Bound {
    /// Of a domain's addresses for browsers and telephones, and the client's `cardea_redirect_paths`: these at
    /// the origins of the addresses, or without any the addresses themselves.
    #[must_use]
    pub fn of(website_url: &str, mobile_url: &str, paths: &[String]) -> Self {
        let mut bound = Self::default();
        for address in [website_url, mobile_url].into_iter().filter(|a| redirect::endpoint(a, false).is_none()) {
            let Some(origin) = redirect::origin(address) else { continue };
            add(&mut bound.post_logout_redirect_uris, address.to_owned());
            if paths.is_empty() {
                add(&mut bound.redirect_uris, address.to_owned());
            }
            for path in paths {
                add(&mut bound.redirect_uris, format!("{origin}{path}"));
            }
        }
        bound.initiate_login_uri =
            Some(website_url).filter(|a| redirect::endpoint(a, false).is_none()).map(str::to_owned);
        bound
    }

    /// The client as requests see it: with what its domain lets it use. Its own launch address comes first.
    pub fn extend(self, client: &mut Client) {
        self.redirect_uris.into_iter().for_each(|uri| add(&mut client.redirect_uris, uri));
        self.post_logout_redirect_uris.into_iter().for_each(|uri| add(&mut client.post_logout_redirect_uris, uri));
        let own = client.settings.initiate_login_uri.take();
        client.settings.initiate_login_uri = own.or(self.initiate_login_uri);
    }
}

fn add(list: &mut Vec<String>, address: String) {
    if redirect::registrable(&address).is_none() && !list.contains(&address) {
        list.push(address);
    }
}

/// Finds what the metadata names of the catalogue, fills in a domain's system and tenant, and answers what the
/// domain contributes.
///
/// Errors: the members that name nothing, or another tenant's or system's domain.
pub async fn find(cx: &mut Ctx, given: &mut Metadata) -> Result<Bound, Error> {
    let mut problems = Problems::default();
    let mut bound = Bound::default();
    if let Some(id) = &given.cardea_tenant_domain_id {
        if let Some(domain) = domains::get(cx, id).await? {
            let software = given.cardea_software_id.get_or_insert_with(|| domain.software_id.clone());
            let tenant = given.cardea_tenant_id.get_or_insert_with(|| domain.tenant_id.clone());
            let own = *software == domain.software_id && *tenant == domain.tenant_id;
            let text = "该域名属于其他租户或系统";
            problems.check(own, "cardea_tenant_domain_id", text, "is another tenant's, or another system's");
            bound = Bound::of(&domain.website_url, &domain.mobile_url, &given.settings.cardea_redirect_paths);
        } else {
            problems.check(false, "cardea_tenant_domain_id", "域名不存在", "there is no such domain");
        }
    }
    if let Some(id) = &given.cardea_software_id {
        let there = software::get(cx, id).await?.is_some();
        problems.check(there, "cardea_software_id", "系统不存在", "there is no such software");
    }
    if let Some(id) = &given.cardea_tenant_id {
        let there = tenants::get(cx, id).await?.is_some();
        problems.check(there, "cardea_tenant_id", "租户不存在", "there is no such tenant");
    }
    problems.into_result().map(|()| bound)
}

/// To be called in the transaction that changes or removes a domain: every node then reads its clients anew
/// within seconds.
pub async fn domain_changed(cx: &mut Ctx, domain: &Id) -> Result<(), Error> {
    let revision = store::next_revision(cx).await?;
    store::touch_domain(cx, domain, revision).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_gives_its_addresses_or_the_clients_paths_at_them() {
        let (web, mobile) = ("https://edc.example.org/login", "https://m.edc.example.org:8443/");
        let plain = Bound::of(web, mobile, &[]);
        assert_eq!(plain.redirect_uris, [web, mobile]);
        assert_eq!(plain.post_logout_redirect_uris, [web, mobile]);
        assert_eq!(plain.initiate_login_uri.as_deref(), Some(web));
        let paths = Bound::of(web, mobile, &["/callback".into(), "/silent?x=1".into()]);
        assert_eq!(
            paths.redirect_uris,
            [
                "https://edc.example.org/callback",
                "https://edc.example.org/silent?x=1",
                "https://m.edc.example.org:8443/callback",
                "https://m.edc.example.org:8443/silent?x=1"
            ]
        );
        assert_eq!(Bound::of(web, web, &[]).redirect_uris, [web], "each once");
    }

    #[test]
    fn an_address_that_cannot_be_registered_gives_nothing() {
        for address in
            ["http://edc.intranet/", "https://u:p@edc.example.org/", "edc.example.org", "", "https://a.example/#x"]
        {
            assert_eq!(Bound::of(address, address, &["/callback".into()]), Bound::default(), "{address}");
        }
    }
}
