//! The portal's pages (specification, portal and sign-in, section 2). `/index` and everything below it is the console.

use url::Url;

/// Where somebody signs in.
pub const SIGN_IN: &str = "/signIn/index";
/// Where the first administrator is made.
pub const SET_UP: &str = "/setUp";
/// Where a forgotten password is replaced.
pub const FORGET: &str = "/forget";
/// Where an address for e-mail is verified.
pub const CHECK_EMAIL: &str = "/checkEmail";
/// Where an invitation is accepted.
pub const REGISTER: &str = "/register";
/// Where a sign-in elsewhere arrives.
pub const LOGIN_TICKET: &str = "/LoginTicket";
/// Where a client is given consent.
pub const CONSENT: &str = "/consent";

/// A page of the portal.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Its address, without a query.
    pub path: &'static str,
    /// Whether a sign-in may go on to it: those that only the signed-in see, the manuals, and the one for devices.
    pub is_return: bool,
}

const fn page(path: &'static str) -> Page {
    Page { path, is_return: false }
}

const fn returned(path: &'static str) -> Page {
    Page { path, is_return: true }
}

/// Every page of the portal; any other address is its "not found".
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
    returned("/softIndex"),
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

/// The whole address of a page, with the key that opens it: below the configured `public_url`, whatever a request said of
/// its host.
#[must_use]
pub fn with_key(public_url: &Url, path: &str, key: &str) -> String {
    let mut url = public_url.clone();
    url.set_path(path);
    url.query_pairs_mut().append_pair("key", key);
    url.into()
}

/// The page at an address without a query.
#[must_use]
pub fn at(path: &str) -> Option<Page> {
    PORTAL.iter().copied().find(|page| page.path == path)
}
