//! The module's cookies (RFC 6265): names, attributes, reading and writing.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::kernel::Kernel;

pub use crate::kernel::http::cookie as read;
use crate::kernel::http::{DEVICE, DEVICE_PLAIN};

/// The marker's name, whatever the address: pages read it.
const MARKER: &str = "cardea_marker";

/// The cookie names that the public address allows: the `__Host-` prefix needs `Secure`, which plain http cannot set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cookies {
    secure: bool,
}

impl Cookies {
    /// For this public address.
    #[must_use]
    pub fn new(public_url: &url::Url) -> Self {
        Self { secure: public_url.scheme() == "https" }
    }

    /// The session cookie's name.
    #[must_use]
    pub const fn session(self) -> &'static str {
        if self.secure { "__Host-cardea_session" } else { "cardea_session" }
    }

    /// The cookie that binds captchas and codes to a browser.
    pub(crate) const fn browser(self) -> &'static str {
        if self.secure { "__Host-cardea_browser" } else { "cardea_browser" }
    }

    /// The cookie from which the key of stored values is derived.
    pub(crate) const fn values(self) -> &'static str {
        if self.secure { "__Host-cardea_values" } else { "cardea_values" }
    }

    /// The cookie that marks a device on which somebody signed in.
    pub(crate) const fn device(self) -> &'static str {
        if self.secure { DEVICE } else { DEVICE_PLAIN }
    }

    /// The cookie with the level of this browser's captchas.
    pub(crate) const fn captcha(self) -> &'static str {
        if self.secure { "__Host-cardea_captcha" } else { "cardea_captcha" }
    }

    /// The cookie that carries a recovery.
    pub(crate) const fn recovery(self) -> &'static str {
        if self.secure { "__Host-cardea_recovery" } else { "cardea_recovery" }
    }

    /// The cookie that binds the second step of a sign-in to a browser.
    pub(crate) const fn factor(self) -> &'static str {
        if self.secure { "__Host-cardea_factor" } else { "cardea_factor" }
    }

    /// The cookie that binds a required password change to the browser of its sign-in.
    pub(crate) const fn change(self) -> &'static str {
        if self.secure { "__Host-cardea_change" } else { "cardea_change" }
    }

    /// The cookie that carries a passkey ceremony.
    pub(crate) const fn ceremony(self) -> &'static str {
        if self.secure { "__Host-cardea_ceremony" } else { "cardea_ceremony" }
    }

    fn write(self, name: &str, value: &str, rest: &str) -> Option<HeaderValue> {
        let secure = if self.secure { "; Secure" } else { "" };
        HeaderValue::from_str(&format!("{name}={value}; Path=/; SameSite=Lax{secure}{rest}")).ok()
    }

    /// Sets the session cookie, and a new marker for the browser's other tabs.
    pub(crate) fn sign_in(self, headers: &mut HeaderMap, kernel: &Kernel, token: &str) {
        self.append(headers, self.session(), token, "; HttpOnly");
        self.mark(headers, kernel);
    }

    /// Removes the session cookie and the marker: a page without a marker shows the sign-in.
    pub fn sign_out(self, headers: &mut HeaderMap) {
        self.append(headers, self.session(), "", "; HttpOnly; Max-Age=0");
        self.append(headers, MARKER, "", "; Max-Age=0");
    }

    /// Sets the cookie that binds captchas and codes to a browser.
    pub(crate) fn set_browser(self, headers: &mut HeaderMap, value: &str) {
        self.append(headers, self.browser(), value, "; HttpOnly");
    }

    /// Sets the cookie that carries a recovery.
    pub(crate) fn set_recovery(self, headers: &mut HeaderMap, value: &str) {
        self.append(headers, self.recovery(), value, "; HttpOnly");
    }

    /// Takes it away.
    pub(crate) fn clear_recovery(self, headers: &mut HeaderMap) {
        self.append(headers, self.recovery(), "", "; HttpOnly; Max-Age=0");
    }

    /// The cookie that carries a federated sign-in.
    #[must_use]
    pub const fn federation(self) -> &'static str {
        if self.secure { "__Host-cardea_federation" } else { "cardea_federation" }
    }

    /// Sets that cookie for some seconds; no page can read it.
    pub fn set_federation(self, headers: &mut HeaderMap, value: &str, seconds: i64) {
        self.append(headers, self.federation(), value, &format!("; HttpOnly; Max-Age={seconds}"));
    }

    /// Takes it away.
    pub fn clear_federation(self, headers: &mut HeaderMap) {
        self.append(headers, self.federation(), "", "; HttpOnly; Max-Age=0");
    }

    /// The cookie with the question that this browser was asked before a sign-in by an address.
    #[must_use]
    pub const fn question(self) -> &'static str {
        if self.secure { "__Host-cardea_question" } else { "cardea_question" }
    }

    /// Sets that cookie for some seconds; no page can read it.
    pub fn set_question(self, headers: &mut HeaderMap, value: &str, seconds: i64) {
        self.set_for_a_while(headers, self.question(), value, seconds);
    }

    /// Takes it away.
    pub fn clear_question(self, headers: &mut HeaderMap) {
        self.clear(headers, self.question());
    }

    /// Sets a cookie that lasts for some seconds and that no page can read.
    pub(crate) fn set_for_a_while(self, headers: &mut HeaderMap, name: &str, value: &str, seconds: i64) {
        self.append(headers, name, value, &format!("; HttpOnly; Max-Age={seconds}"));
    }

    /// Removes such a cookie.
    pub(crate) fn clear(self, headers: &mut HeaderMap, name: &str) {
        self.append(headers, name, "", "; HttpOnly; Max-Age=0");
    }

    /// The marker has no meaning; pages only notice that it changed. They may read it.
    fn mark(self, headers: &mut HeaderMap, kernel: &Kernel) {
        let value = format!("{:016x}", u64::from_be_bytes(kernel.random()));
        self.append(headers, MARKER, &value, "");
    }

    fn append(self, headers: &mut HeaderMap, name: &str, value: &str, rest: &str) {
        if let Some(cookie) = self.write(name, value, rest) {
            headers.append(header::SET_COOKIE, cookie);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_needs_https() {
        let of = |url: &str| Cookies::new(&url::Url::parse(url).unwrap());
        assert_eq!(of("https://id.example.org").session(), "__Host-cardea_session");
        assert_eq!(of("http://127.0.0.1:8080").session(), "cardea_session");
        let https = of("https://id.example.org").write("n", "v", "; HttpOnly").unwrap();
        assert_eq!(https, "n=v; Path=/; SameSite=Lax; Secure; HttpOnly");
    }

    #[test]
    fn a_cookie_is_found_by_its_whole_name() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("xcardea_session=a; cardea_session=b; c"));
        headers.append(header::COOKIE, HeaderValue::from_static("late=d; empty="));
        assert_eq!(read(&headers, "cardea_session"), Some("b"));
        assert_eq!(read(&headers, "late"), Some("d"));
        assert_eq!(read(&headers, "c"), None);
        assert_eq!(read(&headers, "empty"), None);
    }
}
