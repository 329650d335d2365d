//! The addresses that a tenant's domain contributes to its client: redirect addresses, addresses after a sign-out,
//! and the address at which a sign-in begins. They are computed from the domain's addresses whenever the client is
//! read, so that a change of the domain takes effect.

use serde::Serialize;

use super::model::Client;
use super::redirect;

/// The addresses that a domain contributes. Addresses that cannot be registered, such as http outside of loopback,
/// are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Bound {
    /// Redirect addresses.
    pub redirect_uris: Vec<String>,
    /// Addresses for the browser after a sign-out.
    pub post_logout_redirect_uris: Vec<String>,
    /// The address at which a sign-in that begins here starts.
    pub initiate_login_uri: Option<String>,
}

impl Bound {
    /// From a domain's website and mobile addresses, and the client's `cardea_redirect_paths`: these paths at the
    /// origins of the addresses, or without paths the addresses themselves.
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

    /// Adds the domain's addresses to the client. The client's own `initiate_login_uri` takes precedence.
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
