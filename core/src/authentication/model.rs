//! The types of sign-in, parsed on entry.

use serde::{Deserialize, Serialize};

use crate::kernel::clock::Time;
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::{Code, Error, Problems, Text};
use crate::kernel::id::Id;
use crate::kernel::pages;
use crate::kernel::secret::Secret;
use crate::resources::users::{User, UserInput};

/// The longest name that can be typed, in octets: longer ones are nobody's.
const MAX_NAME: usize = 256;
/// The longest text that can be a password or its JWE, in octets.
const MAX_PASSWORD: usize = 4096;

/// An answer without content: `null`.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
pub struct Nothing;

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// Its person signed out.
    Logout,
    /// Somebody else signed in in the same browser.
    Replaced,
    /// The password was changed.
    PasswordChanged,
    /// The account was locked.
    Locked,
    /// The account, a membership or a role was taken away.
    Disabled,
    /// Its person or an administrator ended it from elsewhere.
    Revoked,
    /// Its absolute lifetime was over.
    Expired,
}

impl EndReason {
    /// As the database has it.
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

/// What stands in a session, for who asserts it to others (OpenID Connect Core 1.0, section 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionInfo {
    /// Session id, the `sid` of tokens.
    pub id: Id,
    /// User id, the `sub`.
    pub user_id: Id,
    /// The tenant chosen, if any.
    pub tenant_id: Option<Id>,
    /// When the person proved who they are.
    pub auth_time: Time,
    /// How (RFC 8176).
    pub amr: Vec<String>,
    /// How strongly: `1` for one factor.
    pub acr: String,
    /// The absolute end.
    pub expires_at: Time,
    /// When it ended, if it was ended.
    pub ended_at: Option<Time>,
}

/// A sign-in: by name and password, or by phone and code.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginRequest {
    /// Login name. Beside a phone: the account that it must belong to.
    pub user_name: Option<String>,
    /// The password, or a compact JWE of it.
    pub password: Option<Secret>,
    /// Phone number.
    pub phone: Option<String>,
    /// The code that was sent to it.
    pub phone_captcha: Option<String>,
    /// What the person read in the picture.
    pub captcha: Option<String>,
    /// The picture's key.
    pub check_key: Option<String>,
    /// Where to go on to: a local address of the authorisation endpoint.
    pub return_to: Option<String>,
    /// The `continuation` of `loginByTicket`: the account elsewhere is linked to the one that signs in.
    pub ticket: Option<String>,
    /// The provider of the ticket.
    pub login_type: Option<String>,
}

/// Success of a sign-in.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginAnswer {
    /// The session's token, for programs; null for a page in a browser, which has it in a cookie that no script can
    /// read, and where no session began.
    pub token: Option<String>,
    /// The same for the server's own use; empty where no session began.
    #[serde(skip)]
    pub(crate) session: Secret,
    /// Whether the password expires so soon that the person is reminded.
    pub is_overdue: bool,
    /// Days until the password expires, begun ones counted; null where it does not.
    pub near_expired_day: Option<i64>,
    /// False: the password was set by somebody else, or has expired, and nothing opens before it is changed. There is
    /// no session, and `continuation` changes it.
    pub pwd_reset: bool,
    /// With `pwdReset` false: what `usernamePassword` takes in the place of name and present password. Works once, for
    /// a quarter of an hour, in this browser.
    pub continuation: Option<String>,
    /// The address to go on to, where `returnTo` named one of this server's.
    pub redirect: Option<String>,
}

/// A change of the own password, signed in.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordChange {
    /// The present password, or a compact JWE of it.
    pub password: Secret,
    /// The new password, or a compact JWE of it.
    pub new_password: Secret,
}

/// A change of a password that has expired or that somebody else set: by name and present password, or by the
/// `continuation` of a sign-in that was asked for it.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamedPasswordChange {
    /// Login name.
    pub user_name: Option<String>,
    /// The present password, or a compact JWE of it.
    pub password: Option<Secret>,
    /// The new password, or a compact JWE of it.
    pub new_password: Secret,
    /// `data.continuation` of the sign-in's answer.
    pub continuation: Option<String>,
    /// What the person read in the picture.
    pub captcha: Option<String>,
    /// The picture's key.
    pub check_key: Option<String>,
}

/// The first administrator.
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

/// Whether text can be a name at all. Control characters are no part of any, and PostgreSQL takes no NUL.
fn is_name(text: &str) -> bool {
    text.len() <= MAX_NAME && !text.chars().any(char::is_control)
}

fn missing(field: &'static str) -> Error {
    let text = Text::made(format!("缺少 {field}"), format!("{field} is missing"));
    Error { fields: vec![(field.to_owned(), text.clone())], ..Error::new(Code::Malformed).message(text) }
}

impl NamedPasswordChange {
    /// Name and present password; an error that names what is missing.
    pub(crate) fn typed(&self) -> Result<(&str, &Secret), Error> {
        let name = self.user_name.as_deref().ok_or_else(|| missing("userName"))?;
        Ok((name, self.password.as_ref().ok_or_else(|| missing("password"))?))
    }
}

impl LoginRequest {
    /// Whether it is by phone.
    pub(crate) fn is_by_phone(&self) -> bool {
        self.phone.is_some() || self.phone_captcha.is_some()
    }

    /// Name and password; an error that names what is missing.
    pub(crate) fn typed(&self) -> Result<(&str, &Secret), Error> {
        let name = self.user_name.as_deref().ok_or_else(|| missing("userName"))?;
        Ok((name, self.password.as_ref().ok_or_else(|| missing("password"))?))
    }
}

/// Checks a typed name: not blank after trimming, not beyond any sense.
pub(crate) fn check_name(problems: &mut Problems, user_name: &str) {
    problems.check(!user_name.trim().is_empty(), "userName", "用户名不能为空", "Please enter the user name");
    problems.check(is_name(user_name), "userName", "用户名不正确", "The user name is not valid");
}

/// Checks a typed new password and its repetition.
pub(crate) fn check_new(problems: &mut Problems, new: &Secret, again: &Secret) {
    check_password_typed(problems, "password", new, "新密码不能为空", "Please enter the new password");
    check_password_typed(problems, "rePassword", again, "确认密码不能为空", "Please enter the new password again");
}

/// Checks a typed name and password: not blank after trimming, not beyond any sense.
pub(crate) fn check_typed(user_name: &str, password: &Secret) -> Result<(), Error> {
    let mut problems = Problems::default();
    check_name(&mut problems, user_name);
    check_password_typed(&mut problems, "password", password, "密码不能为空", "Please enter the password");
    problems.into_result()
}

/// Checks the one password of a change whose present one was proved before.
pub(crate) fn check_replacement(new: &Secret) -> Result<(), Error> {
    let mut problems = Problems::default();
    check_password_typed(&mut problems, "newPassword", new, "新密码不能为空", "Please enter the new password");
    problems.into_result()
}

/// Checks the two passwords of a change.
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
    /// As `users` takes it.
    pub(crate) fn input(&self) -> UserInput {
        UserInput {
            user_name: Some(self.user_name.clone()),
            full_name: Some(self.full_name.clone()),
            email: Some(self.email.clone()),
            phone: Some(self.phone.clone()),
            ..UserInput::default()
        }
    }

    /// Checks the fields, the password's rule apart.
    pub(crate) fn check(&self, cx: &ReadCtx) -> Result<(), Error> {
        let mut problems = Problems::default();
        self.input().over(&mut problems, User::blank(cx.new_id(), cx.now()));
        check_password_typed(&mut problems, "password", &self.password, "密码不能为空", "Please enter the password");
        problems.into_result()
    }
}

/// How a password proves who somebody is (RFC 8176, section 2).
pub(crate) const BY_PASSWORD: &[&str] = &["pwd"];
/// One factor.
pub(crate) const ACR: &str = "1";

/// A key to be looked at.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct KeyQuery {
    /// The key of the link.
    #[serde(default)]
    pub(crate) key: String,
}

/// The longest address that is gone on to, in bytes.
const LONGEST_RETURN: usize = 8192;

/// An address to go on to after signing in: of the authorisation endpoint of this server, one of the [`pages`] that are gone on to, or
/// of the console, and spelled with nothing that a browser could read as another host. Everything before the query is spelled
/// out: nothing is encoded there, and nothing leads up.
pub(crate) fn redirect(return_to: &str) -> Option<String> {
    let plain = |b: u8| b.is_ascii_graphic() && !matches!(b, b'\\' | b'"' | b'<' | b'>' | b'#' | b'`');
    if return_to.len() > LONGEST_RETURN || !return_to.bytes().all(plain) {
        return None;
    }
    let (path, query) = return_to.split_once('?').map_or((return_to, None), |(path, query)| (path, Some(query)));
    let known = path == "/index"
        || pages::at(path).is_some_and(|page| page.is_return)
        || path.strip_prefix("/index/").is_some_and(|below| below.is_empty() || is_screen(below))
        || (path == "/oauth2/authorize" && query.is_some());
    known.then(|| return_to.to_owned())
}

/// Whether a path can be one below the console's: words with slashes between them.
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
