//! The portal's pages (specification, portal and sign-in, section 2). `/index` and everything below it is the console.

use url::Url;

/// The sign-in page.
pub const SIGN_IN: &str = "/signIn/index";
/// The page that creates the first administrator.
pub const SET_UP: &str = "/setUp";
/// The page that replaces a forgotten password.
pub const FORGET: &str = "/forget";
/// The page that verifies an e-mail address.
pub const CHECK_EMAIL: &str = "/checkEmail";
/// The page that accepts an invitation.
pub const REGISTER: &str = "/register";
/// The page of the systems that a person may open.
pub const SYSTEMS: &str = "/softIndex";
/// The page at which a sign-in from an external system arrives.
pub const LOGIN_TICKET: &str = "/LoginTicket";
/// The page that asks for consent to a client.
pub const CONSENT: &str = "/consent";

/// Authorization requests, to which pages of the portal lead back.
pub const AUTHORIZE: &str = "/oauth2/authorize";
/// The parameter of an authorization request that goes on after a page of the portal.
pub const INTERACTION: &str = "cardea_interaction";

/// A page of the portal.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Its path, without a query.
    pub path: &'static str,
    /// Whether a sign-in may return to it: the pages for signed-in people, the manuals, and the page for devices.
    pub is_return: bool,
}

const fn page(path: &'static str) -> Page {
    Page { path, is_return: false }
}

const fn returned(path: &'static str) -> Page {
    Page { path, is_return: true }
}

/// Every page of the portal; any other path shows its "not found" page.
pub const PORTAL: &[Page] = &[
    page("/"),
    page("/signIn"),
    page(SIGN_IN),
    page("/signIn/getBackPwd"),
    page("/signIn/modifyPwd"),
    page("/signIn/sso"),
    page(SET_UP),
    page(FORGET),
    page(CHECK_EMAIL),
    page(REGISTER),
    page(LOGIN_TICKET),
    page(CONSENT),
    returned(SYSTEMS),
    returned("/tenantListEDC"),
    returned("/projectListRTSM"),
    returned("/helpCommon"),
    returned("/helpAccount"),
    returned("/helpEDC"),
    returned("/helpRTSM"),
    returned("/helpCTMS"),
    returned("/helpETMF"),
    returned("/account/security"),
    returned("/account/pins"),
    returned("/account/sessions"),
    returned("/account/signIns"),
    returned("/account/consents"),
    returned("/account/identities"),
    returned("/device"),
];

/// The absolute URL of a page, with the key that opens it: below the configured `public_url`, not below the host that
/// a request names.
#[must_use]
pub fn with_key(public_url: &Url, path: &str, key: &str) -> String {
    let mut url = public_url.clone();
    url.set_path(path);
    url.query_pairs_mut().append_pair("key", key);
    url.into()
}

/// The page at a path.
#[must_use]
pub fn at(path: &str) -> Option<Page> {
    PORTAL.iter().copied().find(|page| page.path == path)
}
