//! `prompt` (OpenID Connect Core 1.0, section 3.1.2.1).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::provider::error::{ErrorCode, OAuthError};

/// A page that the client wants shown, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Prompt {
    /// No page at all.
    None,
    /// The sign-in page.
    Login,
    /// A choice of accounts: on the sign-in page, where the person can type another one.
    SelectAccount,
    /// The consent page.
    Consent,
}

impl Prompt {
    /// Every value, as on the wire.
    pub const ALL: &[&str] = &["none", "login", "select_account", "consent"];

    fn parse(text: &str) -> Option<Self> {
        match text {
            "none" => Some(Self::None),
            "login" => Some(Self::Login),
            "select_account" => Some(Self::SelectAccount),
            "consent" => Some(Self::Consent),
            _ => None,
        }
    }
}

/// Parses the parameter: values separated by spaces. An unknown value is an error and not ignored, or the client
/// would believe that the page was shown.
pub fn parse(text: Option<&str>) -> Result<BTreeSet<Prompt>, OAuthError> {
    let wrong = |why| OAuthError::new(ErrorCode::InvalidRequest, why);
    let values = text.unwrap_or_default().split(' ').filter(|v| !v.is_empty());
    let prompts: BTreeSet<Prompt> =
        values.map(|v| Prompt::parse(v).ok_or(wrong("an unknown prompt"))).collect::<Result<_, _>>()?;
    if prompts.contains(&Prompt::None) && prompts.len() > 1 {
        return Err(wrong("prompt none cannot be combined"));
    }
    Ok(prompts)
}
