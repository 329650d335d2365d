//! The one error of the server, and the table of what each case looks like from outside.
//!
//! | case | documented code | HTTP (documented) | HTTP (admin) |
//! |---|---|---|---|
//! | wrong name or password | 701 | 200 | 401 |
//! | password expired | 27006 | 200 | 403 |
//! | no session / expired / ended elsewhere | 401 / 402 / 20006 | 200 | 401 |
//! | captcha needed or wrong | 21018 | 200 | 403 |
//! | a second factor is wanted | 20011 | 200 | 401 |
//! | a recent proof is wanted | 20012 | 200 | 403 |
//! | the second factor is wrong / its step is over | 20013 / 20014 | 200 | 401 |
//! | not available | 501 | 200 | 501 |
//! | a field is wrong | 400 | 200 | 422 |
//! | the request is not understood | 400 | 4xx | 4xx |
//! | not allowed / not there / changed meanwhile, or in use | 403 / 404 / 409 | 200 | same |
//! | too many, busy, database away, no space, broken | 429 / 503 / 503 / 507 / 500 | same | same |
//!
//! A handler returns `Result<_, Error>`. The error travels in the response's extensions to the face
//! (`kernel::http`), which knows the caller's language and request id and writes the body. Sources are
//! logged there, once; they never reach the caller.

use axum::http::{HeaderMap, StatusCode};
use serde_json::Value;

use super::db::{Trouble, trouble};
pub use super::text::{Locale, Text};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $wire:literal, $slug:literal, $documented:ident, $admin:ident, $zh:literal, $en:literal;)*) => {
        /// What went wrong, for the caller. The table is the contract.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[$doc])* $name),* }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$name),*];
            /// The documented calls' code.
            #[must_use]
            pub const fn wire(self) -> &'static str { match self { $(Self::$name => $wire),* } }
            /// The admin REST's code.
            #[must_use]
            pub const fn slug(self) -> &'static str { match self { $(Self::$name => $slug),* } }
            /// HTTP status of a documented call.
            #[must_use]
            pub const fn documented_status(self) -> StatusCode { match self { $(Self::$name => StatusCode::$documented),* } }
            /// HTTP status of an admin call.
            #[must_use]
            pub const fn admin_status(self) -> StatusCode { match self { $(Self::$name => StatusCode::$admin),* } }
            /// The sentence, where the error brings none of its own.
            #[must_use]
            pub const fn text(self) -> Text { match self { $(Self::$name => Text::new($zh, $en)),* } }
        }
    };
}

codes! {
    /// Unknown user or wrong password: one answer for both.
    BadCredentials = "701", "bad_credentials", OK, UNAUTHORIZED, "用户名或密码错误", "The user name or password is incorrect";
    /// The password's time is over.
    PasswordExpired = "27006", "password_expired", OK, FORBIDDEN, "密码已过期，请修改密码", "The password has expired, please change it";
    /// Nobody is signed in.
    NoSession = "401", "no_session", OK, UNAUTHORIZED, "请先登录", "Please sign in first";
    /// The session was idle or lived too long.
    SessionExpired = "402", "session_expired", OK, UNAUTHORIZED, "登录身份已过期，请重新登录", "Your login has expired, please sign in again";
    /// The session was ended: elsewhere, by an administrator, or by a change of password.
    SessionRevoked = "20006", "session_revoked", OK, UNAUTHORIZED, "登录已失效，请重新登录", "This session has been ended, please sign in again";
    /// A captcha is needed, or the answer was wrong.
    Captcha = "21018", "captcha", OK, FORBIDDEN, "请输入正确的验证码", "Please enter the correct verification code";
    /// The account is locked, for a time or by an administrator.
    Locked = "423", "locked", OK, FORBIDDEN, "账号已锁定，请稍后再试或联系管理员", "The account is locked; try again later or ask an administrator";
    /// The first factor is proved, a second one is wanted, or has to be set up; `data` names the ways.
    SecondFactor = "20011", "second_factor", OK, UNAUTHORIZED, "请完成第二步验证", "Please complete the second step of the sign-in";
    /// What is asked for needs a recent proof of who the caller is; `data` names the ways.
    RecentProof = "20012", "recent_proof", OK, FORBIDDEN, "该操作需要再次验证身份", "Please prove again who you are to do this";
    /// A code or passkey that is wrong, or was used before: one answer for all.
    BadFactor = "20013", "bad_factor", OK, UNAUTHORIZED, "验证失败，请重试", "That could not be verified, please try again";
    /// The step of the sign-in is over, used up, or another browser's.
    StepOver = "20014", "step_over", OK, UNAUTHORIZED, "登录步骤已失效，请重新登录", "This step of the sign-in is no longer valid, please sign in again";
    /// Not built or not configured.
    NotAvailable = "501", "not_available", OK, NOT_IMPLEMENTED, "该功能未启用", "This is not available";
    /// Fields are wrong; they are named.
    Invalid = "400", "invalid", OK, UNPROCESSABLE_ENTITY, "输入内容有误，请检查后重试", "Some of the input is not valid";
    /// The request itself cannot be understood.
    Malformed = "400", "malformed", BAD_REQUEST, BAD_REQUEST, "请求格式错误", "The request could not be understood";
    /// The body is not JSON by its own account.
    MediaType = "415", "unsupported_media_type", UNSUPPORTED_MEDIA_TYPE, UNSUPPORTED_MEDIA_TYPE, "请求类型须为 application/json", "The request must be application/json";
    /// The body is larger than this call takes.
    TooLarge = "413", "too_large", PAYLOAD_TOO_LARGE, PAYLOAD_TOO_LARGE, "请求内容过大", "The request is too large";
    /// The method is not one of this address.
    MethodNotAllowed = "405", "method_not_allowed", METHOD_NOT_ALLOWED, METHOD_NOT_ALLOWED, "不支持该请求方法", "This method is not supported here";
    /// No such address.
    NoSuchCall = "404", "no_such_call", NOT_FOUND, NOT_FOUND, "请求地址不存在", "There is nothing at this address";
    /// Signed in, but not allowed.
    Forbidden = "403", "forbidden", OK, FORBIDDEN, "没有操作权限", "You are not allowed to do this";
    /// A state-changing call from another site.
    CrossSite = "403", "cross_site", FORBIDDEN, FORBIDDEN, "跨站请求已被拒绝", "A request from another site was refused";
    /// No such record, or not one the caller may know of.
    NotFound = "404", "not_found", OK, NOT_FOUND, "记录不存在", "There is no such record";
    /// Somebody else changed the record meanwhile.
    Conflict = "409", "conflict", OK, CONFLICT, "记录已被他人修改，请刷新后重试", "Somebody else has changed this record; reload and try again";
    /// Other records refer to it.
    InUse = "409", "in_use", OK, CONFLICT, "该信息正在使用，不能删除", "This is in use and cannot be deleted";
    /// Too many attempts.
    TooMany = "429", "too_many_requests", TOO_MANY_REQUESTS, TOO_MANY_REQUESTS, "操作过于频繁，请稍后再试", "Too many requests, please try again later";
    /// The plugin took too long.
    PluginTimeout = "504", "plugin_timeout", OK, GATEWAY_TIMEOUT, "授权面板插件未在规定时间内响应", "The authorisation panel's plugin did not answer in time";
    /// The plugin failed.
    PluginFailed = "502", "plugin_failed", OK, BAD_GATEWAY, "授权面板插件运行失败", "The authorisation panel's plugin failed";
    /// The plugin failed too often and rests for a while.
    PluginSuspended = "503", "plugin_suspended", OK, SERVICE_UNAVAILABLE, "授权面板插件多次失败，已暂停调用，请稍后再试", "The authorisation panel's plugin failed repeatedly and is suspended for a while";
    /// The study's binding to the system is not usable.
    BadBinding = "502", "bad_binding", OK, BAD_GATEWAY, "该项目与业务系统的接口配置有误，请联系管理员", "The study's connection to the trial system is not configured correctly";
    /// The trial system says no.
    DownstreamRejected = "422", "downstream_rejected", OK, UNPROCESSABLE_ENTITY, "业务系统拒绝了该请求", "The trial system refused the request";
    /// No plugin for this system.
    PluginMissing = "501", "plugin_missing", OK, NOT_IMPLEMENTED, "该系统没有可用的授权面板插件", "There is no active plugin for this system";
    /// The trial system did not answer, or answered with nonsense.
    DownstreamUnavailable = "502", "downstream_unavailable", OK, BAD_GATEWAY, "业务系统暂时无法访问，请稍后再试", "The trial system cannot be reached at the moment, please try again later";
    /// Everything is in use.
    Busy = "503", "busy", SERVICE_UNAVAILABLE, SERVICE_UNAVAILABLE, "系统繁忙，请稍后再试", "The server is busy, please try again later";
    /// The database does not answer. What was asked for may have been done where the answer to it was lost.
    Away = "503", "unavailable", SERVICE_UNAVAILABLE, SERVICE_UNAVAILABLE, "数据库暂时不可用，请稍后再试", "The database cannot be reached at the moment, please try again later";
    /// There is no space left to store anything (RFC 4918, section 11.5).
    StorageFull = "507", "storage_full", INSUFFICIENT_STORAGE, INSUFFICIENT_STORAGE, "存储空间不足，未能保存，请联系管理员", "There is no space left to store this, nothing was saved; please tell an administrator";
    /// A fault of ours.
    Internal = "500", "internal", INTERNAL_SERVER_ERROR, INTERNAL_SERVER_ERROR, "服务器内部错误", "An internal error occurred";
}

/// The error of every fallible thing above the kernel.
#[derive(Debug)]
pub struct Error {
    /// Which case.
    pub code: Code,
    /// A sentence of its own, where the table's is not enough.
    pub message: Option<Text>,
    /// Wrong fields, by their JSON names.
    pub fields: Vec<(String, Text)>,
    /// What goes into `data`.
    pub data: Option<Box<Value>>,
    /// Seconds after which another try makes sense.
    pub retry_after: Option<u32>,
    /// Cookies that go with the answer.
    pub cookies: Option<Box<HeaderMap>>,
    /// For the log alone.
    pub source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    /// The case as the table has it.
    #[must_use]
    pub const fn new(code: Code) -> Self {
        Self { code, message: None, fields: Vec::new(), data: None, retry_after: None, cookies: None, source: None }
    }

    /// With a sentence of its own.
    #[must_use]
    pub fn message(mut self, text: Text) -> Self {
        self.message = Some(text);
        self
    }

    /// With what went wrong inside, for the log.
    #[must_use]
    pub fn source(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// With `data` for the documented envelope.
    #[must_use]
    pub fn data(mut self, data: Value) -> Self {
        self.data = Some(Box::new(data));
        self
    }

    /// With `Retry-After`.
    #[must_use]
    pub const fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// With cookies: for an answer that is no success, but a step on the way to one.
    #[must_use]
    pub fn cookies(mut self, cookies: HeaderMap) -> Self {
        self.cookies = Some(Box::new(cookies));
        self
    }

    /// One wrong field.
    #[must_use]
    pub fn field(name: impl Into<String>, text: Text) -> Self {
        Self { fields: vec![(name.into(), text)], ..Self::new(Code::Invalid) }
    }

    /// A fault of ours; the cause goes to the log.
    #[must_use]
    pub fn internal(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::new(Code::Internal).source(source)
    }

    /// The sentence for the caller.
    #[must_use]
    pub fn text(&self) -> Text {
        self.message.clone().unwrap_or_else(|| self.code.text())
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code.slug(), self.text().en)?;
        for (name, text) in &self.fields {
            write!(f, "; {name}: {}", text.en)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|e| e as _)
    }
}

impl From<Code> for Error {
    fn from(code: Code) -> Self {
        Self::new(code)
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        if let sqlx::Error::RowNotFound = error {
            return Self::new(Code::NotFound);
        }
        match trouble(&error) {
            Some(Trouble::Busy) => Self::new(Code::Busy).retry_after(2).source(error),
            Some(Trouble::Away) => Self::new(Code::Away).retry_after(5).source(error),
            Some(Trouble::Full) => Self::new(Code::StorageFull).source(error),
            None => Self::internal(error),
        }
    }
}

impl From<super::seal::SealError> for Error {
    fn from(error: super::seal::SealError) -> Self {
        Self::internal(error)
    }
}

impl From<serde_json::Error> for Error {
    /// For values of ours that should always be JSON; a caller's body goes through `kernel::http::Json`.
    fn from(error: serde_json::Error) -> Self {
        Self::internal(error)
    }
}

/// A change names the version that it is made to, and this one names none.
pub const NO_VERSION: Text = Text::new("缺少版本号", "the version is missing");

/// The version that is changed; there must be one.
///
/// Errors: [`Code::Invalid`] on `version`.
pub fn given_version(version: Option<i64>) -> Result<i64, Error> {
    version.ok_or_else(|| Error::field("version", NO_VERSION))
}

/// Collects what is wrong with an input, so that a form hears it all at once.
#[derive(Debug, Default)]
pub struct Problems(Vec<(String, Text)>);

impl Problems {
    /// Whether there is none so far: what is wrong in itself is not asked of the database.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Notes a wrong field.
    pub fn add(&mut self, field: &str, text: Text) {
        self.0.push((field.to_owned(), text));
    }

    /// Notes a wrong field unless `ok`.
    pub fn check(&mut self, ok: bool, field: &str, zh: &'static str, en: &'static str) {
        if !ok {
            self.add(field, Text::new(zh, en));
        }
    }

    /// Notes that there is no version, unless there is one.
    pub fn has_version(&mut self, version: Option<i64>) {
        if version.is_none() {
            self.add("version", NO_VERSION);
        }
    }

    /// An error, if anything was noted.
    pub fn into_result(self) -> Result<(), Error> {
        if self.0.is_empty() { Ok(()) } else { Err(Error { fields: self.0, ..Error::new(Code::Invalid) }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slug_is_its_own() {
        let mut slugs: Vec<_> = Code::ALL.iter().map(|c| c.slug()).collect();
        slugs.sort_unstable();
        slugs.dedup();
        assert_eq!(slugs.len(), Code::ALL.len());
    }
}
