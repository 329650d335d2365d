//! `manifest.toml`: the identity of a plugin and the interface it implements.

use serde::{Deserialize, Serialize};

use crate::settings::{self, Setting};
use crate::{BundleError, Catalogues};

/// The interface package that this version of the format carries.
pub const WIT: &str = "cardea:panel@1.0.0";

const MAX_ID: usize = 63;
const MAX_NAME: usize = 200;

/// Which world of [`WIT`] the component implements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum World {
    /// `panel` and `provision`.
    PanelPlugin,
    /// `panel`, `provision` and `claims`.
    PanelPluginClaims,
    /// `panel`, `provision` and `initialise`.
    PanelPluginInitialise,
    /// `panel`, `provision`, `claims` and `initialise`.
    PanelPluginClaimsInitialise,
    /// `panel`, `provision` and `survey`.
    PanelPluginSurvey,
    /// `panel`, `provision`, `claims` and `survey`.
    PanelPluginClaimsSurvey,
    /// `panel`, `provision`, `initialise` and `survey`.
    PanelPluginInitialiseSurvey,
    /// `panel`, `provision`, `claims`, `initialise` and `survey`.
    PanelPluginClaimsInitialiseSurvey,
}

impl World {
    /// Whether it projects claims.
    pub const fn has_claims(self) -> bool {
        matches!(
            self,
            Self::PanelPluginClaims
                | Self::PanelPluginClaimsInitialise
                | Self::PanelPluginClaimsSurvey
                | Self::PanelPluginClaimsInitialiseSurvey
        )
    }

    /// Whether it initialises its system for a tenant.
    pub const fn initialises(self) -> bool {
        matches!(
            self,
            Self::PanelPluginInitialise
                | Self::PanelPluginClaimsInitialise
                | Self::PanelPluginInitialiseSurvey
                | Self::PanelPluginClaimsInitialiseSurvey
        )
    }

    /// Whether it says what its system holds.
    pub const fn surveys(self) -> bool {
        matches!(
            self,
            Self::PanelPluginSurvey
                | Self::PanelPluginClaimsSurvey
                | Self::PanelPluginInitialiseSurvey
                | Self::PanelPluginClaimsInitialiseSurvey
        )
    }
}

/// A name in the two languages of the console.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LocalisedName {
    /// Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

/// The identity of a plugin and the interface it implements. Unknown fields are refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Permanent id: `[a-z][a-z0-9-]*`, at most 63 characters. Names the slot it is loaded in.
    pub id: String,
    /// Version, for people.
    pub version: semver::Version,
    /// Number of the release, rising with each one, at least 1. A host refuses a bundle whose sequence is lower than
    /// one that was active before, whatever the version.
    pub sequence: u64,
    /// The world that the component implements.
    pub world: World,
    /// The interface package, always [`WIT`].
    pub wit: String,
    /// The web code of the software that it serves: 2 to 8 digits (EDC `020`, RTSM `030`, CTMS
    /// `040`, eTMF `070`).
    pub web_code: String,
    /// The software's authorisation style: 1 randomisation and supply, 2 data capture, 3 trial
    /// management, 4 trial master file.
    pub authorization_style: u8,
    /// Its name.
    pub name: LocalisedName,
    /// What an operator fills in for it, in the order of the form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<Setting>,
}

impl Manifest {
    /// Reads and checks a manifest.
    ///
    /// # Errors
    /// [`BundleError::Manifest`] with the line or the field that is wrong.
    pub fn parse(toml: &[u8]) -> Result<Self, BundleError> {
        let text = str::from_utf8(toml).map_err(|_| BundleError::Manifest("it is not UTF-8".into()))?;
        let manifest: Self = toml::from_str(text).map_err(|error| unreadable(text, &error))?;
        manifest.check().map_err(|reason| BundleError::Manifest(reason.into()))?;
        settings::check(&manifest.settings).map_err(BundleError::Manifest)?;
        Ok(manifest)
    }

    /// Checks that the catalogues have every text that the manifest names.
    ///
    /// # Errors
    /// [`BundleError::Manifest`] with the field whose text is missing.
    pub fn check_texts(&self, catalogues: &Catalogues) -> Result<(), BundleError> {
        settings::check_texts(&self.settings, catalogues).map_err(BundleError::Manifest)
    }

    fn check(&self) -> Result<(), &'static str> {
        let id_bytes = self.id.as_bytes();
        let id_ok = id_bytes.first().is_some_and(u8::is_ascii_lowercase)
            && id_bytes.len() <= MAX_ID
            && id_bytes.iter().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'-');
        let name_ok = |name: &str| !name.trim().is_empty() && name.chars().count() <= MAX_NAME;
        let web_code_ok = (2..=8).contains(&self.web_code.len()) && self.web_code.bytes().all(|b| b.is_ascii_digit());
        let checks = [
            (id_ok, "id must be [a-z][a-z0-9-]* of at most 63 characters"),
            (self.sequence >= 1, "sequence must be at least 1, and higher with every release"),
            (self.wit == WIT, "wit must be cardea:panel@1.0.0"),
            (web_code_ok, "web_code must be the 2 to 8 digits of the system's web code, in quotation marks"),
            ((1..=4).contains(&self.authorization_style), "authorization_style must be 1 to 4"),
            (name_ok(&self.name.zh), "name.zh must be 1 to 200 characters"),
            (name_ok(&self.name.en), "name.en must be 1 to 200 characters"),
        ];
        checks.into_iter().find(|(ok, _)| !ok).map_or(Ok(()), |(_, reason)| Err(reason))
    }
}

/// Where the text cannot be read, in one line: the parser's own message repeats the text around it.
fn unreadable(text: &str, error: &toml::de::Error) -> BundleError {
    let message = error.message().lines().collect::<Vec<_>>().join(", ");
    BundleError::Manifest(match error.span().and_then(|span| text.get(..span.start)) {
        // A field that is missing is missing from the whole.
        Some(before) if !before.is_empty() => {
            let line = before.matches('\n').count() + 1;
            let field = text.lines().nth(line - 1).and_then(|line| line.split_once('=')).map(|(name, _)| name.trim());
            match field {
                Some(field) => format!("line {line}, {field}: {message}"),
                None => format!("line {line}: {message}"),
            }
        }
        _ => message,
    })
}
