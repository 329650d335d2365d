//! The server's error type, and the table of the codes and statuses that callers see.
//!
//! | case | documented code | HTTP (documented) | HTTP (admin) |
//! |---|---|---|---|
//! | wrong name or password | 701 | 200 | 401 |
//! | password expired | 27006 | 200 | 403 |
//! | no session / expired / ended elsewhere | 401 / 402 / 20006 | 200 | 401 |
//! | captcha needed or wrong | 21018 | 200 | 403 |
//! | a second factor is needed | 20011 | 200 | 401 |
//! | a recent proof of identity is needed | 20012 | 200 | 403 |
//! | the second factor is wrong / its step has expired | 20013 / 20014 | 200 | 401 |
//! | not available | 501 | 200 | 501 |
//! | a field is wrong | 400 | 200 | 422 |
//! | the request cannot be parsed | 400 | 4xx | 4xx |
//! | not allowed / not found / changed meanwhile, or in use | 403 / 404 / 409 | 200 | same |
//! | too many, busy, database away, no space, internal error | 429 / 503 / 503 / 507 / 500 | same | same |
//!
//! A handler returns `Result<_, Error>`. The error travels in the response's extensions to the face (`kernel::http`),
//! which knows the caller's language and request id and writes the body. The face also logs the source of the error,
//! once; the caller never sees it.

use axum::http::{HeaderMap, StatusCode};
use serde_json::Value;

use super::db::{Trouble, trouble};
pub use super::text::{Locale, Text};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $wire:literal, $slug:literal, $documented:ident, $admin:ident, $zh:literal, $en:literal;)*) => {
        /// The code of an error, for the caller. The table is the contract.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[$doc])* $name),* }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$name),*];
            /// The code of the documented calls.
            #[must_use]
            pub const fn wire(self) -> &'static str { match self { $(Self::$name => $wire),* } }
            /// The code of the admin REST API.
            #[must_use]
            pub const fn slug(self) -> &'static str { match self { $(Self::$name => $slug),* } }
            /// HTTP status of a documented call.
            #[must_use]
            pub const fn documented_status(self) -> StatusCode { match self { $(Self::$name => StatusCode::$documented),* } }
            /// HTTP status of an admin call.
            #[must_use]
            pub const fn admin_status(self) -> StatusCode { match self { $(Self::$name => StatusCode::$admin),* } }
            /// The sentence for the caller, unless the error has its own.
            #[must_use]
            pub const fn text(self) -> Text { match self { $(Self::$name => Text::new($zh, $en)),* } }
        }
    };
}

codes! {
    /// Unknown user or wrong password: one answer for both.
    BadCredentials = "701", "bad_credentials", OK, UNAUTHORIZED, "用户名或密码错误", "The user name or password is incorrect";
    /// The password has expired.
    PasswordExpired = "27006", "password_expired", OK, FORBIDDEN, "密码已过期，请修改密码", "The password has expired, please change it";
    /// The caller is not signed in.
    NoSession = "401", "no_session", OK, UNAUTHORIZED, "请先登录", "Please sign in first";
    /// The session was idle too long, or lived too long.
    SessionExpired = "402", "session_expired", OK, UNAUTHORIZED, "登录身份已过期，请重新登录", "Your login has expired, please sign in again";
    /// The session was ended: by a sign-in elsewhere, by an administrator, or by a change of password.
    SessionRevoked = "20006", "session_revoked", OK, UNAUTHORIZED, "登录已失效，请重新登录", "This session has been ended, please sign in again";
    /// A captcha is needed, or the answer was wrong.
    Captcha = "21018", "captcha", OK, FORBIDDEN, "请输入正确的验证码", "Please enter the correct verification code";
    /// The account is locked, for a time or by an administrator.
    Locked = "423", "locked", OK, FORBIDDEN, "账号已锁定，请稍后再试或联系管理员", "The account is locked; try again later or ask an administrator";
    /// The first factor is proved; a second one is wanted, or has to be set up. `data` names the methods.
    SecondFactor = "20011", "second_factor", OK, UNAUTHORIZED, "请完成第二步验证", "Please complete the second step of the sign-in";
    /// The call needs a recent proof of the caller's identity; `data` names the methods.
    RecentProof = "20012", "recent_proof", OK, FORBIDDEN, "该操作需要再次验证身份", "Please prove again who you are to do this";
    /// A code or passkey is wrong, or was used before: one answer for all cases.
    BadFactor = "20013", "bad_factor", OK, UNAUTHORIZED, "验证失败，请重试", "That could not be verified, please try again";
    /// The step of the sign-in has expired, was used, or belongs to another browser.
    StepOver = "20014", "step_over", OK, UNAUTHORIZED, "登录步骤已失效，请重新登录", "This step of the sign-in is no longer valid, please sign in again";
    /// The feature is not built or not configured.
    NotAvailable = "501", "not_available", OK, NOT_IMPLEMENTED, "该功能未启用", "This is not available";
    /// Some fields are wrong; the answer names them.
    Invalid = "400", "invalid", OK, UNPROCESSABLE_ENTITY, "输入内容有误，请检查后重试", "Some of the input is not valid";
    /// The request itself cannot be parsed.
    Malformed = "400", "malformed", BAD_REQUEST, BAD_REQUEST, "请求格式错误", "The request could not be understood";
    /// The content type is not JSON.
    MediaType = "415", "unsupported_media_type", UNSUPPORTED_MEDIA_TYPE, UNSUPPORTED_MEDIA_TYPE, "请求类型须为 application/json", "The request must be application/json";
    /// The body is larger than the call accepts.
    TooLarge = "413", "too_large", PAYLOAD_TOO_LARGE, PAYLOAD_TOO_LARGE, "请求内容过大", "The request is too large";
    /// The address does not support the method.
    MethodNotAllowed = "405", "method_not_allowed", METHOD_NOT_ALLOWED, METHOD_NOT_ALLOWED, "不支持该请求方法", "This method is not supported here";
    /// There is no call at this address.
    NoSuchCall = "404", "no_such_call", NOT_FOUND, NOT_FOUND, "请求地址不存在", "There is nothing at this address";
    /// The caller is signed in, but not allowed.
    Forbidden = "403", "forbidden", OK, FORBIDDEN, "没有操作权限", "You are not allowed to do this";
    /// A call from another site that would change state.
    CrossSite = "403", "cross_site", FORBIDDEN, FORBIDDEN, "跨站请求已被拒绝", "A request from another site was refused";
    /// There is no such record, or the caller may not know of it.
    NotFound = "404", "not_found", OK, NOT_FOUND, "记录不存在", "There is no such record";
    /// Another change of the record came first.
    Conflict = "409", "conflict", OK, CONFLICT, "记录已被他人修改，请刷新后重试", "Somebody else has changed this record; reload and try again";
    /// Other records refer to this one.
    InUse = "409", "in_use", OK, CONFLICT, "该信息正在使用，不能删除", "This is in use and cannot be deleted";
    /// Too many attempts.
    TooMany = "429", "too_many_requests", TOO_MANY_REQUESTS, TOO_MANY_REQUESTS, "操作过于频繁，请稍后再试", "Too many requests, please try again later";
    /// The plugin took too long.
    PluginTimeout = "504", "plugin_timeout", OK, GATEWAY_TIMEOUT, "授权面板插件未在规定时间内响应", "The authorisation panel's plugin did not answer in time";
    /// The plugin failed.
    PluginFailed = "502", "plugin_failed", OK, BAD_GATEWAY, "授权面板插件运行失败", "The authorisation panel's plugin failed";
    /// The plugin failed too often and is suspended for a while.
    PluginSuspended = "503", "plugin_suspended", OK, SERVICE_UNAVAILABLE, "授权面板插件多次失败，已暂停调用，请稍后再试", "The authorisation panel's plugin failed repeatedly and is suspended for a while";
    /// The study's binding to the trial system cannot be used.
    BadBinding = "502", "bad_binding", OK, BAD_GATEWAY, "该项目与业务系统的接口配置有误，请联系管理员", "The study's connection to the trial system is not configured correctly";
    /// The trial system refused the request.
    DownstreamRejected = "422", "downstream_rejected", OK, UNPROCESSABLE_ENTITY, "业务系统拒绝了该请求", "The trial system refused the request";
    /// There is no plugin for this system.
    PluginMissing = "501", "plugin_missing", OK, NOT_IMPLEMENTED, "该系统没有可用的授权面板插件", "There is no active plugin for this system";
    /// The plugin does not serve this tenant.
    PluginInactive = "403", "plugin_inactive", OK, FORBIDDEN, "该系统的授权面板未对本租户启用，请联系平台管理员", "The authorisation panel of this system is not switched on for this tenant; please ask the platform's administrator";
    /// The trial system did not answer, or its answer could not be understood.
    DownstreamUnavailable = "502", "downstream_unavailable", OK, BAD_GATEWAY, "业务系统暂时无法访问，请稍后再试", "The trial system cannot be reached at the moment, please try again later";
    /// All of some resource is in use.
    Busy = "503", "busy", SERVICE_UNAVAILABLE, SERVICE_UNAVAILABLE, "系统繁忙，请稍后再试", "The server is busy, please try again later";
    /// The database does not answer. The request may have taken effect if only the database's answer was lost.
    Away = "503", "unavailable", SERVICE_UNAVAILABLE, SERVICE_UNAVAILABLE, "数据库暂时不可用，请稍后再试", "The database cannot be reached at the moment, please try again later";
    /// There is no space left to store anything (RFC 4918, section 11.5).
    StorageFull = "507", "storage_full", INSUFFICIENT_STORAGE, INSUFFICIENT_STORAGE, "存储空间不足，未能保存，请联系管理员", "There is no space left to store this, nothing was saved; please tell an administrator";
    /// A fault of the server.
    Internal = "500", "internal", INTERNAL_SERVER_ERROR, INTERNAL_SERVER_ERROR, "服务器内部错误", "An internal error occurred";
}

/// The error of every fallible operation above the kernel.
#[derive(Debug)]
pub struct Error {
    /// The case.
    pub code: Code,
    /// A sentence of its own, where the table's does not suffice.
    pub message: Option<Text>,
    /// The wrong fields, by their JSON names.
    pub fields: Vec<(String, Text)>,
    /// The value of `data` in the answer.
    pub data: Option<Box<Value>>,
    /// The seconds after which another attempt makes sense.
    pub retry_after: Option<u32>,
    /// Cookies to set with the answer.
    pub cookies: Option<Box<HeaderMap>>,
    /// The cause, for the log alone.
    pub source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    /// An error with the code's own sentence.
    #[must_use]
    pub const fn new(code: Code) -> Self {
        Self { code, message: None, fields: Vec::new(), data: None, retry_after: None, cookies: None, source: None }
    }

    /// Sets a sentence of its own.
    #[must_use]
    pub fn message(mut self, text: Text) -> Self {
        self.message = Some(text);
        self
    }

    /// Sets the cause, for the log.
    #[must_use]
    pub fn source(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Sets `data` of the documented envelope.
    #[must_use]
    pub fn data(mut self, data: Value) -> Self {
        self.data = Some(Box::new(data));
        self
    }

    /// Sets `Retry-After`.
    #[must_use]
    pub const fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// Sets cookies: for an answer that is no success, but a step on the way to one.
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

    /// A fault of the server; the cause goes to the log.
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
    /// For the server's own values, which should always be JSON; a caller's body goes through `kernel::http::Json`.
    fn from(error: serde_json::Error) -> Self {
        Self::internal(error)
    }
}

/// The message for a change that does not name the version it applies to.
pub const NO_VERSION: Text = Text::new("缺少版本号", "the version is missing");

/// The version that a change applies to, which is required.
///
/// Errors: [`Code::Invalid`] on `version`.
pub fn given_version(version: Option<i64>) -> Result<i64, Error> {
    version.ok_or_else(|| Error::field("version", NO_VERSION))
}

/// Collects the faults of an input, so that a form gets them all at once.
#[derive(Debug, Default)]
pub struct Problems(Vec<(String, Text)>);

impl Problems {
    /// Whether no fault was noted so far: an input that is wrong in itself needs no check against the database.
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

    /// Notes a missing version.
    pub fn has_version(&mut self, version: Option<i64>) {
        if version.is_none() {
            self.add("version", NO_VERSION);
        }
    }

    /// An error with the noted faults, if there are any.
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
