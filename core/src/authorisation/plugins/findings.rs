//! What is wrong with a bundle, in sentences that say what to do.

use serde::Serialize;

use crate::host::LoadError;
use crate::kernel::error::{Locale, Text};

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The bundle cannot be installed.
    Error,
    /// It can be installed; somebody should know.
    Warning,
}

/// Something that was found in a bundle.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginFinding)]
pub struct Finding {
    /// Its severity.
    pub severity: Severity,
    /// A stable code.
    pub code: &'static str,
    /// A sentence, in the caller's language.
    pub message: String,
    /// The technical detail: the file, the field, the import, for the vendor.
    pub detail: Option<String>,
}

impl Finding {
    /// An error of the load checks.
    pub fn refused(why: &LoadError, locale: Locale) -> Self {
        let message = sentence(why).in_locale(locale).to_owned();
        Self { severity: Severity::Error, code: why.code(), message, detail: Some(why.to_string()) }
    }

    /// A warning.
    pub fn warning(code: &'static str, text: &Text, locale: Locale) -> Self {
        Self { severity: Severity::Warning, code, message: text.in_locale(locale).to_owned(), detail: None }
    }
}

/// The sentence of a refusal.
pub fn sentence(why: &LoadError) -> Text {
    let (zh, en) = match why {
        LoadError::Bundle(error) => return of_bundle(error.code()),
        LoadError::TooLarge(_) => {
            ("组件过大，请联系供应商缩小后再发布。", "The component is too large; the vendor has to make it smaller.")
        }
        LoadError::DigestPin { .. } => ("文件与预期的版本不一致。", "The file is not the expected version."),
        LoadError::Rollback { .. } => (
            "该发布者已有更新的版本启用过，不能安装更旧的版本；如需退回，请使用“退回此版本”。",
            "A newer release of this publisher was active before, so an older one is refused. To go back, use “Go back to this version”.",
        ),
        LoadError::Changed(_) => (
            "相同发布序号的版本已存在，但内容不同；供应商每次发布都须提高 manifest.toml 中的 sequence。",
            "A release with the same sequence but other contents exists; the vendor has to raise sequence in manifest.toml with every release.",
        ),
        LoadError::NotEnrolled { .. } => (
            "该发布者无权为此系统提供插件；请先在“插件发布者”中添加该系统代码。",
            "The publisher is not trusted for this system; add the web code to it under Plugin publishers first.",
        ),
        LoadError::OtherPublisher { .. } => (
            "该系统当前的插件来自另一发布者；更换发布者须明确确认。",
            "Another publisher's plugin serves this system; a change of publisher has to be confirmed.",
        ),
        LoadError::Precompiled => (
            "不接受预编译的机器码，请提供 WebAssembly 组件。",
            "Precompiled machine code is refused; the vendor has to deliver the WebAssembly component.",
        ),
        LoadError::Parse(_) => {
            ("plugin.wasm 不是可用的 WebAssembly 组件。", "plugin.wasm is not a usable WebAssembly component.")
        }
        LoadError::ForeignImport(_) => (
            "组件引入了插件接口以外的功能。",
            "The component imports something that is not part of the plugin interface.",
        ),
        LoadError::Compile(_) => ("组件无法编译。", "The component does not compile."),
        LoadError::Link(_) => (
            "组件引入的接口类型与服务器不一致，请使用匹配的 SDK 版本重新构建。",
            "The component's imports have other types than the server's; it has to be built with a matching version of the SDK.",
        ),
        LoadError::Export(_) => {
            ("组件缺少接口要求的导出。", "The component lacks an export that the interface requires.")
        }
        LoadError::Trial(_) => ("组件无法启动。", "The component does not start."),
        LoadError::Describe(_) => ("插件无法描述其授权面板。", "The plugin cannot describe its panel."),
        LoadError::Host(_) => ("插件服务内部错误，请稍后重试。", "The plugin service failed; try again later."),
    };
    Text::new(zh, en)
}

/// The sentence of a bundle that cannot be opened.
fn of_bundle(code: &str) -> Text {
    let (zh, en) = match code {
        "bundle_too_large" | "bundle_entry_too_large" => ("文件过大。", "The file is too large."),
        "bundle_publisher_unknown" => (
            "签名的发布者未受信任；请先在“插件发布者”中登记其公钥。",
            "The publisher that signed it is not trusted; enrol its public key under Plugin publishers first.",
        ),
        "bundle_signature_invalid" => (
            "签名与内容不符，文件可能已被改动。",
            "The signature does not fit the contents; the file may have been altered.",
        ),
        "bundle_signature_malformed" => {
            ("签名文件 signature.toml 无法读取。", "The file signature.toml cannot be read.")
        }
        "bundle_manifest_invalid" => ("清单 manifest.toml 有误。", "The manifest manifest.toml has a mistake."),
        "bundle_catalogue_invalid" => ("文字目录 locales 有误。", "A catalogue in locales has a mistake."),
        "bundle_missing_entry" | "bundle_unknown_entry" => {
            ("文件缺少内容或含有未知内容。", "The file lacks an entry or has an unknown one.")
        }
        _ => ("文件不是插件包。", "The file is not a plugin bundle."),
    };
    Text::new(zh, en)
}
