//! `prompt` (OpenID Connect Core 1.0, section 3.1.2.1).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::provider::error::{ErrorCode, OAuthError};

/// One thing that the client wants shown, or nothing at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Prompt {
    /// Nothing at all.
    None,
    /// The sign-in page.
    Login,
    /// A choice of accounts: on the sign-in page, where another one can be typed.
    SelectAccount,
    /// The consent page.
    Consent,
}

impl Prompt {
    /// Every value, as they are written.
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

/// The parameter: values separated by spaces. What this server does not know is an error, not passed over:
/// the client would take what was not shown for shown.
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
