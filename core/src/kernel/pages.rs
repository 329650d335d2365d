//! The portal's pages (specification, portal and sign-in, section 2). `/index` and everything below it is the console.

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
    page("/signIn/index"),
    page("/signIn/getBackPwd"),
    page("/signIn/modifyPwd"),
    page("/signIn/sso"),
    page("/setUp"),
    page("/forget"),
    page("/checkEmail"),
    page("/register"),
    page("/LoginTicket"),
    page("/consent"),
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

/// The page at an address without a query.
#[must_use]
pub fn at(path: &str) -> Option<Page> {
    PORTAL.iter().copied().find(|page| page.path == path)
}
