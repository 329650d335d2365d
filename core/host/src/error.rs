//! Errors of loading a plugin, and of calling one.
//!
//! | Case | Code | Status |
//! |---|---|---|
//! | no plugin in the slot, or the pinned version is gone | `plugin_not_active` | 503 |
//! | too many calls at once | `plugin_busy` | 503, Retry-After |
//! | the export failed too often in a row | `plugin_suspended` | 503, Retry-After |
//! | CPU budget or wall clock spent | `plugin_timeout` | 504 |
//! | memory, trap, the guest's own "internal" error | `plugin_failed` | 502 |
//! | an answer that breaks the rules | `plugin_bad_answer` | 502 |
//! | the study's binding is wrong | `plugin_bad_config` | 502 |
//! | the trial system does not answer | `downstream_unavailable` | 502 |
//! | the trial system refuses | `plugin_rejected` | 422 |
//! | the caller's input is too large | `plugin_input_too_large` | 413 |
//! | the host itself | `plugin_host_failed` | 500 |

use super::catalogue::Locale;

/// Why a call failed. The `Display` text is for the log; [`HostError::message`] is for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// There is no such slot or version.
    #[error("no active plugin for {0}")]
    NotActive(String),
    /// All permits are taken.
    #[error("too many plugin calls at once ({0})")]
    Busy(&'static str),
    /// The breaker is open.
    #[error("the export failed too often; open for {retry_after_ms} ms more")]
    Suspended {
        /// Milliseconds until one call may be tried again.
        retry_after_ms: u64,
    },
    /// The CPU budget is spent.
    #[error("the guest spent its CPU budget of {0} ticks")]
    CpuBudget(u32),
    /// The wall clock ran out.
    #[error("the call took longer than {0} ms")]
    WallClock(u64),
    /// The guest asked for more memory than it may have.
    #[error("the guest wanted more than {0} bytes of memory")]
    Memory(usize),
    /// The guest trapped: a panic, a stack overflow, bad UTF-8, more data than it may pass...
    #[error("the guest trapped: {0}")]
    Trapped(String),
    /// The guest reported a failure of its own.
    #[error("the guest reports an internal failure: {0}")]
    Internal(String),
    /// The answer breaks the interface's rules.
    #[error("the guest's answer breaks the rules: {0}")]
    BadAnswer(String),
    /// The study's binding is wrong; localised by the plugin.
    #[error("bad configuration: {0}")]
    BadConfig(String),
    /// The trial system does not answer; localised by the plugin.
    #[error("downstream: {0}")]
    Downstream(String),
    /// The trial system refuses; localised by the plugin.
    #[error("rejected: {0}")]
    Rejected(String),
    /// The input is larger than allowed.
    #[error("the input is larger than {0} bytes")]
    InputTooLarge(usize),
    /// The host itself failed.
    #[error("plugin host: {0}")]
    Host(String),
}

impl HostError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotActive(_) => "plugin_not_active",
            Self::Busy(_) => "plugin_busy",
            Self::Suspended { .. } => "plugin_suspended",
            Self::CpuBudget(_) | Self::WallClock(_) => "plugin_timeout",
            Self::Memory(_) | Self::Trapped(_) | Self::Internal(_) => "plugin_failed",
            Self::BadAnswer(_) => "plugin_bad_answer",
            Self::BadConfig(_) => "plugin_bad_config",
            Self::Downstream(_) => "downstream_unavailable",
            Self::Rejected(_) => "plugin_rejected",
            Self::InputTooLarge(_) => "plugin_input_too_large",
            Self::Host(_) => "plugin_host_failed",
        }
    }

    /// The matching HTTP status.
    pub const fn status(&self) -> u16 {
        match self {
            Self::NotActive(_) | Self::Busy(_) | Self::Suspended { .. } => 503,
            Self::CpuBudget(_) | Self::WallClock(_) => 504,
            Self::Memory(_)
            | Self::Trapped(_)
            | Self::Internal(_)
            | Self::BadAnswer(_)
            | Self::BadConfig(_)
            | Self::Downstream(_) => 502,
            Self::Rejected(_) => 422,
            Self::InputTooLarge(_) => 413,
            Self::Host(_) => 500,
        }
    }

    /// The seconds for `Retry-After`, if waiting helps.
    pub fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Busy(_) => Some(1),
            Self::Suspended { retry_after_ms } => Some(retry_after_ms.div_ceil(1000).max(1)),
            _ => None,
        }
    }

    /// A sentence for people. Errors that the plugin worded keep its words; the details of all others stay in the log.
    pub fn message(&self, locale: Locale) -> String {
        match self {
            Self::BadConfig(text) | Self::Downstream(text) | Self::Rejected(text) if !text.is_empty() => text.clone(),
            _ => sentence(self.code(), locale).to_owned(),
        }
    }

    /// Whether the same call may succeed later. An `apply` is repeated with the same batch and item ids, because its
    /// effects before the failure are unknown.
    pub const fn is_retryable(&self) -> bool {
        matches!(self, Self::Busy(_) | Self::Suspended { .. } | Self::WallClock(_) | Self::Downstream(_))
    }

    /// Whether the guest is at fault, so that its breaker counts the failure. A busy host, a wrong binding or an
    /// unreachable trial system is not the guest's fault.
    pub const fn is_guest_failure(&self) -> bool {
        matches!(
            self,
            Self::CpuBudget(_)
                | Self::WallClock(_)
                | Self::Memory(_)
                | Self::Trapped(_)
                | Self::Internal(_)
                | Self::BadAnswer(_)
        )
    }
}

/// The host's own sentence for a code.
fn sentence(code: &str, locale: Locale) -> &'static str {
    let (zh, en) = match code {
        "plugin_not_active" => ("该系统的授权面板尚未启用。", "No authorisation panel is active for this system."),
        "plugin_busy" => {
            ("授权面板正忙，请稍后重试。", "The authorisation panel is busy. Please try again in a moment.")
        }
        "plugin_suspended" => (
            "授权面板多次出错，已暂停使用，请稍后重试。",
            "The authorisation panel failed repeatedly and is paused. Please try again later.",
        ),
        "plugin_timeout" => ("授权面板未能在规定时间内响应。", "The authorisation panel did not answer in time."),
        "plugin_failed" => ("授权面板运行出错。", "The authorisation panel failed."),
        "plugin_bad_answer" => ("授权面板返回了无效的结果。", "The authorisation panel returned an invalid answer."),
        "plugin_bad_config" => ("该项目的接口配置有误。", "The interface settings of this study are wrong."),
        "downstream_unavailable" => ("试验系统暂时无法访问。", "The trial system cannot be reached."),
        "plugin_rejected" => ("试验系统拒绝了此操作。", "The trial system refused the operation."),
        "plugin_input_too_large" => ("提交的授权内容过大。", "The selection is too large."),
        _ => ("插件服务内部错误。", "The plugin service failed."),
    };
    match locale {
        Locale::Zh => zh,
        Locale::En => en,
    }
}

/// Why a bundle was not loaded, in the order of the checks.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The component is larger than allowed.
    #[error("the component is larger than {0} bytes")]
    TooLarge(usize),
    /// The bundle cannot be read, or its signature is not by a trusted publisher.
    #[error("the bundle is refused: {0}")]
    Bundle(#[from] cardea_bundle::BundleError),
    /// The bundle is not the expected one.
    #[error("the digest is {found}, not {pinned}")]
    DigestPin {
        /// The expected digest.
        pinned: String,
        /// The bundle's digest.
        found: String,
    },
    /// The bundle is older than one that was active.
    #[error("sequence {found} is below {active}")]
    Rollback {
        /// The highest sequence that was ever active.
        active: u64,
        /// The bundle's sequence.
        found: u64,
    },
    /// The bundle has other contents than a release with the same sequence.
    #[error("sequence {0} was released with other contents")]
    Changed(u64),
    /// The publisher is enrolled for other systems.
    #[error("publisher {publisher} is not enrolled for web code {web_code}")]
    NotEnrolled {
        /// The publisher's id.
        publisher: String,
        /// The system.
        web_code: String,
    },
    /// The publisher differs from that of the plugin that serves the system.
    #[error("web code {web_code} is served by publisher {active}, and a change to {found} was not asked for")]
    OtherPublisher {
        /// The system.
        web_code: String,
        /// The publisher of the active plugin.
        active: String,
        /// The publisher of the bundle.
        found: String,
    },
    /// The bundle has machine code for one platform, which cannot be checked.
    #[error("precompiled code is refused")]
    Precompiled,
    /// The file is not a component, or cannot be compiled safely.
    #[error("not a usable component: {0}")]
    Parse(String),
    /// The component imports what plugins are not offered.
    #[error("imports {0}, which is not offered")]
    ForeignImport(String),
    /// The compiler refuses it.
    #[error("does not compile: {0}")]
    Compile(String),
    /// The types of its imports differ from the host's.
    #[error("does not link: {0}")]
    Link(String),
    /// An export is missing.
    #[error("lacks an export: {0}")]
    Export(String),
    /// It cannot be instantiated, or an export has another type.
    #[error("does not start: {0}")]
    Trial(String),
    /// Its panel cannot be described.
    #[error("describe fails: {0}")]
    Describe(#[from] HostError),
    /// The host itself failed.
    #[error("plugin host: {0}")]
    Host(String),
}

impl LoadError {
    /// A stable code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooLarge(_) => "plugin_too_large",
            Self::Bundle(error) => error.code(),
            Self::DigestPin { .. } => "plugin_digest",
            Self::Rollback { .. } => "plugin_rollback",
            Self::Changed(_) => "plugin_changed",
            Self::NotEnrolled { .. } => "plugin_not_enrolled",
            Self::OtherPublisher { .. } => "plugin_other_publisher",
            Self::Precompiled => "plugin_precompiled",
            Self::Parse(_) => "plugin_parse",
            Self::ForeignImport(_) => "plugin_import",
            Self::Compile(_) => "plugin_compile",
            Self::Link(_) => "plugin_link",
            Self::Export(_) => "plugin_export",
            Self::Trial(_) => "plugin_trial",
            Self::Describe(_) => "plugin_describe",
            Self::Host(_) => "plugin_host_failed",
        }
    }
}
