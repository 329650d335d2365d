//! The types of sign-in, parsed on entry.

use serde::{Deserialize, Serialize};

use crate::kernel::clock::Time;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::pages;
use crate::kernel::secret::Secret;
use crate::resources::users::{User, UserInput};

/// The longest login name that is accepted, in octets: no account has a longer one.
const MAX_NAME: usize = 256;
/// The longest password or JWE of a password that is accepted, in octets.
const MAX_PASSWORD: usize = 4096;

/// An answer without content: `null`.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
pub struct Nothing;

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The person signed out.
    Logout,
    /// Another person signed in in the same browser.
    Replaced,
    /// The password was changed.
    PasswordChanged,
    /// The account was locked.
    Locked,
    /// The account, a membership or a role was removed.
    Disabled,
    /// The person or an administrator ended it from elsewhere.
    Revoked,
    /// Its absolute lifetime ended.
    Expired,
}

impl EndReason {
    /// The value in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Logout => "logout",
            Self::Replaced => "replaced",
            Self::PasswordChanged => "password_changed",
            Self::Locked => "locked",
            Self::Disabled => "disabled",
            Self::Revoked => "revoked",
            Self::Expired => "expired",
        }
    }
}

/// The facts of a session that a provider asserts to others (OpenID Connect Core 1.0, section 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionInfo {
    /// Session id, the `sid` of tokens.
    pub id: Id,
    /// User id, the `sub`.
    pub user_id: Id,
    /// The tenant chosen, if any.
    pub tenant_id: Option<Id>,
    /// When the person authenticated.
    pub auth_time: Time,
    /// The authentication methods (RFC 8176).
    pub amr: Vec<String>,
    /// The authentication context class: `1` for one factor.
    pub acr: String,
    /// The end of its absolute lifetime.
    pub expires_at: Time,
    /// When it ended, if it was ended.
    pub ended_at: Option<Time>,
}

/// A sign-in: by name and password, or by phone and code.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginRequest {
    /// Login name. With a phone: the account that the phone must belong to.
    pub user_name: Option<String>,
    /// The password, or a compact JWE of it.
    pub password: Option<Secret>,
    /// Phone number.
    pub phone: Option<String>,
    /// The code that was sent to the phone.
    pub phone_captcha: Option<String>,
    /// The answer to the captcha: the characters of the picture, or the number of the work.
    pub captcha: Option<String>,
    /// The key of the captcha.
    pub check_key: Option<String>,
    /// The address to continue at after signing in. The server takes only its own: the authorisation endpoint, the
    /// console and a few other pages.
    pub return_to: Option<String>,
    /// The `continuation` of `loginByTicket`: links the external account to the account that signs in.
    pub ticket: Option<String>,
    /// The provider that issued the ticket.
    pub login_type: Option<String>,
}

/// The answer to a successful sign-in.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginAnswer {
    /// The session's token, for programs. Null where no session began, and for a page in a browser: there the token is
    /// in a cookie that no script can read.
    pub token: Option<String>,
    /// The same token for the server's own use; empty where no session began.
    #[serde(skip)]
    pub(crate) session: Secret,
    /// Whether the password expires soon enough to remind the person.
    pub is_overdue: bool,
    /// Days until the password expires, rounded up; null where it does not expire.
    pub near_expired_day: Option<i64>,
    /// False: somebody else set the password, or it has expired, and it must be changed first. There is no session;
    /// `continuation` allows the change.
    pub pwd_reset: bool,
    /// Present where `pwdReset` is false. `usernamePassword` takes it instead of name and present password. Works once,
    /// for 15 minutes, in this browser.
    pub continuation: Option<String>,
    /// The address to continue at, where `returnTo` is one of this server's.
    pub redirect: Option<String>,
}

/// A change of the caller's own password, with a session.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordChange {
    /// The present password, or a compact JWE of it.
    pub password: Secret,
    /// The new password, or a compact JWE of it.
    pub new_password: Secret,
}

/// A change of a password that has expired or that somebody else set, without a session: by name and present password,
/// or by the `continuation` of the sign-in that demanded the change.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamedPasswordChange {
    /// Login name.
    pub user_name: Option<String>,
    /// The present password, or a compact JWE of it.
    pub password: Option<Secret>,
    /// The new password, or a compact JWE of it.
    pub new_password: Secret,
    /// `data.continuation` of the answer to the sign-in.
    pub continuation: Option<String>,
    /// The answer to the captcha: the characters of the picture, or the number of the work.
    pub captcha: Option<String>,
    /// The key of the captcha.
    pub check_key: Option<String>,
}

/// The first administrator of an installation.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetUp {
    /// The key of the set-up link.
    pub key: String,
    /// Login name.
    pub user_name: String,
    /// Full name.
    pub full_name: String,
    /// E-mail address.
    pub email: String,
    /// Phone number.
    pub phone: String,
    /// The password, or a compact JWE of it.
    pub password: Secret,
}

/// Whether a text can be a login name at all. No name has control characters, and PostgreSQL takes no NUL.
fn is_name(text: &str) -> bool {
    text.len() <= MAX_NAME && !text.chars().any(char::is_control)
}

fn missing(field: &'static str) -> Error {
    let text = Text::made(format!("缺少 {field}"), format!("{field} is missing"));
    Error { fields: vec![(field.to_owned(), text.clone())], ..Error::new(Code::Malformed).message(text) }
}

impl NamedPasswordChange {
    /// Name and present password; the error names the missing field.
    pub(crate) fn typed(&self) -> Result<(&str, &Secret), Error> {
        let name = self.user_name.as_deref().ok_or_else(|| missing("userName"))?;
        Ok((name, self.password.as_ref().ok_or_else(|| missing("password"))?))
    }
}

impl LoginRequest {
    /// Whether this is a sign-in by phone.
    pub(crate) fn is_by_phone(&self) -> bool {
        self.phone.is_some() || self.phone_captcha.is_some()
    }

    /// Name and password; the error names the missing field.
    pub(crate) fn typed(&self) -> Result<(&str, &Secret), Error> {
        let name = self.user_name.as_deref().ok_or_else(|| missing("userName"))?;
        Ok((name, self.password.as_ref().ok_or_else(|| missing("password"))?))
    }
}

/// Checks a typed name: not blank after trimming, not too long, no control characters.
pub(crate) fn check_name(problems: &mut Problems, user_name: &str) {
    problems.check(!user_name.trim().is_empty(), "userName", "用户名不能为空", "Please enter the user name");
    problems.check(is_name(user_name), "userName", "用户名不正确", "The user name is not valid");
}

/// Checks a typed new password and its repetition.
pub(crate) fn check_new(problems: &mut Problems, new: &Secret, again: &Secret) {
    check_password_typed(problems, "password", new, "新密码不能为空", "Please enter the new password");
    check_password_typed(problems, "rePassword", again, "确认密码不能为空", "Please enter the new password again");
}

/// Checks a typed name and password: not blank after trimming, within the limits.
pub(crate) fn check_typed(user_name: &str, password: &Secret) -> Result<(), Error> {
    let mut problems = Problems::default();
    check_name(&mut problems, user_name);
    check_password_typed(&mut problems, "password", password, "密码不能为空", "Please enter the password");
    problems.into_result()
}

/// Checks the new password of a change whose present password is proved already.
pub(crate) fn check_replacement(new: &Secret) -> Result<(), Error> {
    let mut problems = Problems::default();
    check_password_typed(&mut problems, "newPassword", new, "新密码不能为空", "Please enter the new password");
    problems.into_result()
}

/// Checks the present and the new password of a change.
pub(crate) fn check_change(old: &Secret, new: &Secret) -> Result<(), Error> {
    let mut problems = Problems::default();
    check_password_typed(&mut problems, "password", old, "请输入当前密码", "Please enter the current password");
    check_password_typed(&mut problems, "newPassword", new, "新密码不能为空", "Please enter the new password");
    problems.into_result()
}

pub(crate) fn check_password_typed(
    problems: &mut Problems,
    field: &str,
    it: &Secret,
    zh: &'static str,
    en: &'static str,
) {
    problems.check(!it.expose().trim().is_empty(), field, zh, en);
    problems.check(it.expose().len() <= MAX_PASSWORD, field, "密码过长", "The password is too long");
}

impl SetUp {
    /// The input that the `users` module takes.
    pub(crate) fn input(&self) -> UserInput {
        UserInput {
            user_name: Some(self.user_name.clone()),
            full_name: Some(self.full_name.clone()),
            email: Some(self.email.clone()),
            phone: Some(self.phone.clone()),
            ..UserInput::default()
        }
    }

    /// Checks all fields; the rules for new passwords are checked elsewhere.
    pub(crate) fn check(&self, cx: &ReadCtx) -> Result<(), Error> {
        let mut problems = Problems::default();
        self.input().over(&mut problems, User::blank(cx.new_id(), cx.now()));
        check_password_typed(&mut problems, "password", &self.password, "密码不能为空", "Please enter the password");
        problems.into_result()
    }
}

/// The `amr` of a sign-in by password (RFC 8176, section 2).
pub(crate) const BY_PASSWORD: &[&str] = &["pwd"];
/// The `acr` of one factor.
pub(crate) const ACR: &str = "1";

/// A request with the key of a link.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct KeyQuery {
    /// The key of the link.
    #[serde(default)]
    pub(crate) key: String,
}

/// The longest address to continue at, in bytes.
const LONGEST_RETURN: usize = 8192;

/// The address to continue at after signing in, where it is allowed: the authorisation endpoint of this server, one of
/// the [`pages`] with `is_return`, or the console. No character in it could make a browser read another host. The path
/// is literal: it has no percent-encoding and no `..`.
pub(crate) fn redirect(return_to: &str) -> Option<String> {
    let plain = |b: u8| b.is_ascii_graphic() && !matches!(b, b'\\' | b'"' | b'<' | b'>' | b'#' | b'`');
    if return_to.len() > LONGEST_RETURN || !return_to.bytes().all(plain) {
        return None;
    }
    let (path, query) = return_to.split_once('?').map_or((return_to, None), |(path, query)| (path, Some(query)));
    let known = path == "/index"
        || pages::at(path).is_some_and(|page| page.is_return)
        || path.strip_prefix("/index/").is_some_and(|below| below.is_empty() || is_screen(below))
        || (path == pages::AUTHORIZE && query.is_some());
    known.then(|| return_to.to_owned())
}

/// Whether a path can be one below the console's: words separated by slashes.
fn is_screen(path: &str) -> bool {
    let word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    path.strip_suffix('/').unwrap_or(path).split('/').all(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_authorisation_endpoint_and_own_pages_are_gone_on_to() {
        for good in [
            "/helpEDC",
            "/softIndex",
            "/account/sessions",
            "/tenantListEDC?x=1",
            "/index",
            "/index/",
            "/index/systemManger/user",
            "/index/systemManger/user/0197b2c8-1111-7000-8000-000000000000?x=%7B%22q%22%3A1%7D",
            "/index/projectManager/userAllowed?next=https://elsewhere.example//x",
            "/oauth2/authorize?client_id=a&redirect_uri=https%3A%2F%2Fx%2F&state=%0A",
            "/device",
            "/device?user_code=BCDF-GHJK",
        ] {
            assert_eq!(redirect(good).as_deref(), Some(good));
        }
        for bad in [
            "",
            "/",
            "/oauth2/authorize",
            "//evil.example/oauth2/authorize?",
            "https://evil.example/oauth2/authorize?x",
            "/\\evil.example/oauth2/authorize?x",
            "/oauth2/authorize?x\\y",
            "/oauth2/authorize?x\r\nSet-Cookie: a=b",
            "/oauth2/authorize?x\u{0}",
            "/oauth2/authorize?x y",
            "/oauth2/authorize?x#y",
            "/oauth2/authorize?名",
            "/oauth2/authorize/../../evil?x",
            " /oauth2/authorize?x",
            "/OAUTH2/authorize?x",
            "\t/oauth2/authorize?x",
            "/oauth2/logout?x",
            "/devices",
            "/device/../x",
            "/indexes",
            "/index//evil.example",
            "/index/../oauth2/logout",
            "/index/%2e%2e/x",
            "/index/systemManger/./user",
            "/index/\\evil.example",
            "/index\t/x",
            "/softIndex/",
            "/softIndex;x",
            "//index",
            "/signIn/index?returnTo=/index",
            "/api/sys/logout",
            "javascript:alert(1)",
            "index",
            "/device#x",
        ] {
            assert_eq!(redirect(bad), None, "{bad:?}");
        }
        assert_eq!(redirect(&format!("/oauth2/authorize?{}", "x".repeat(9000))), None);
    }
}
