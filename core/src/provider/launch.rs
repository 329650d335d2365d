//! Opening a trial system from here: its own client begins the sign-in (OpenID Connect Core 1.0, section 4).

use std::collections::HashMap;

use url::Url;

use super::clients::{ApplicationType, Client};
use super::state::Provider;
use crate::kernel::error::Error;
use crate::kernel::id::Id;

/// The system, tenant, domain and study to open.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The system.
    pub software_id: &'a Id,
    /// The tenant.
    pub tenant_id: &'a Id,
    /// The tenant's domain of the system, if any.
    pub domain: Option<Domain<'a>>,
    /// The code of the study to start in.
    pub study: Option<&'a str>,
}

/// A tenant's domain of a system.
#[derive(Clone, Copy, Debug)]
pub struct Domain<'a> {
    /// Id.
    pub id: &'a Id,
    /// The address for the browser.
    pub website_url: &'a str,
}

/// The `initiate_login_uri` of the clients: of a domain, of a tenant's system, of a system. `None` where the client
/// has no such address.
#[derive(Debug, Default)]
pub struct Launches {
    issuer: String,
    domains: HashMap<Id, Option<String>>,
    tenants: HashMap<(Id, Id), Option<String>>,
    software: HashMap<Id, Option<String>>,
}

impl Provider {
    /// The launch addresses of the clients as registered now.
    ///
    /// Errors: those of the database.
    pub async fn launches(&self) -> Result<Launches, Error> {
        let mut clients = self.clients().all().await?;
        clients.retain(|client| client.allows_grant("authorization_code"));
        // Of several clients, one with an `initiate_login_uri` comes first, then a web client, then the lowest
        // `client_id`: the choice is always the same.
        clients.sort_by(|a, b| order(a).cmp(&order(b)));
        let mut launches = Launches { issuer: self.issuer().to_owned(), ..Launches::default() };
        for client in clients {
            launches.add(&client);
        }
        Ok(launches)
    }
}

fn order(client: &Client) -> (bool, bool, &str) {
    let silent = client.settings.initiate_login_uri.is_none();
    (silent, client.application_type == ApplicationType::Native, &client.client_id)
}

impl Launches {
    fn add(&mut self, client: &Client) {
        let begin = || client.settings.initiate_login_uri.clone();
        match (&client.tenant_domain_id, &client.software_id, &client.tenant_id) {
            (Some(domain), _, _) => drop(self.domains.entry(domain.clone()).or_insert_with(begin)),
            (None, Some(software), Some(tenant)) => {
                self.tenants.entry((software.clone(), tenant.clone())).or_insert_with(begin);
            }
            (None, Some(software), None) => drop(self.software.entry(software.clone()).or_insert_with(begin)),
            (None, None, _) => {}
        }
    }

    /// The `initiate_login_uri` of the nearest client.
    fn begin(&self, place: &Place<'_>) -> Option<&str> {
        let of_domain = place.domain.and_then(|domain| self.domains.get(domain.id));
        let of_tenant = || self.tenants.get(&(place.software_id.clone(), place.tenant_id.clone()));
        let of_software = || self.software.get(place.software_id);
        of_domain.or_else(of_tenant).or_else(of_software)?.as_deref()
    }

    /// The address that opens a place for a person: the client's `initiate_login_uri` with the parameters of section
    /// 4, else the domain's own address; `None` where there is neither. `login_hint` is the login name.
    #[must_use]
    pub fn address(&self, place: &Place<'_>, login_hint: &str) -> Option<String> {
        let website = place.domain.and_then(|domain| web_address(domain.website_url));
        let Some(begin) = self.begin(place).and_then(|text| Url::parse(text).ok()) else {
            return website.map(|url| at_study(url, place.study).into());
        };
        // A website address that itself begins the sign-in is no page to return to.
        let target = website.filter(|url| *url != begin);
        let mut address = if target.is_some() { begin } else { at_study(begin, place.study) };
        address.query_pairs_mut().append_pair("iss", &self.issuer).append_pair("login_hint", login_hint);
        if let Some(target) = target {
            let target = at_study(target, place.study);
            address.query_pairs_mut().append_pair("target_link_uri", target.as_str());
        }
        Some(address.into())
    }
}

/// An address that a browser may be sent to: no script, and no credentials in it.
fn web_address(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let plain = url.username().is_empty() && url.password().is_none();
    (matches!(url.scheme(), "http" | "https") && url.has_host() && plain).then_some(url)
}

fn at_study(mut url: Url, study: Option<&str>) -> Url {
    if let Some(code) = study {
        url.query_pairs_mut().append_pair("study", code);
    }
    url
}
