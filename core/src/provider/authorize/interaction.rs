//! The interaction: the state of a request while the person signs in or decides, and the checks that they did.
//!
//! The state of a request before its answer is sealed in the address that the person returns to, and not in the
//! database. It holds the checked request, when it asked for a sign-in and the session at that time, and the person's
//! decision with its session. So `prompt=login` neither loops nor can be skipped by a forged address, and a consent
//! belongs to this request, this person and this session.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};

use super::request::AuthorizationRequest;
use super::strength;
use crate::kernel::Kernel;
use crate::kernel::clock::Time;
use crate::kernel::ctx::Person;
use crate::kernel::id::Id;
use crate::kernel::pages::{self, AUTHORIZE, INTERACTION};
use crate::provider::error::{ErrorCode, OAuthError};
use crate::provider::redirect::with_query;

/// Seconds within which a requested sign-in counts as the answer.
const ASKED_SECONDS: i64 = 3600;
/// Seconds within which a decision has to be used.
const DECISION_SECONDS: i64 = 300;
/// Longest sealed text: with its address it has to fit into the `returnTo` of the sign-in page.
const MAX_SEALED: usize = 8000;
const PURPOSE: &str = "authorize.interaction";

/// The request of an interaction.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Carried {
    /// The request itself.
    Request(Box<AuthorizationRequest>),
    /// The reference of a pushed request, which is in the database.
    Pushed(String),
}

/// An interaction.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Interaction {
    /// Its own id, by which a decision counts only once.
    pub id: String,
    /// The request.
    pub carried: Carried,
    /// When the request expires; `None` where the client can send the same address again at any time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Time>,
    /// The requested sign-in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
    /// The person's decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// The session whose person is being asked for consent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<Id>,
}

/// A requested sign-in.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Asked {
    at: Time,
    /// The session at that time, and when its person had authenticated: the same session and time are no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<(Id, Time)>,
}

/// The person's decision on the consent page.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Decision {
    session: Id,
    at: Time,
    /// Whether the person agreed.
    pub allowed: bool,
}

impl Interaction {
    /// A new interaction.
    #[must_use]
    pub fn new(kernel: &Kernel, carried: Carried, until: Option<Time>) -> Self {
        let id = URL_SAFE_NO_PAD.encode(kernel.random::<16>());
        Self { id, carried, until, asked: None, decision: None, session: None }
    }

    /// Opens what [`Self::seal`] made; `None` where the seal is not this server's, or the interaction expired.
    #[must_use]
    pub fn open(kernel: &Kernel, sealed: &str) -> Option<Self> {
        let octets = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let interaction: Self = serde_json::from_slice(&kernel.unseal(PURPOSE, &octets).ok()?).ok()?;
        interaction.until.is_none_or(|end| end > kernel.now()).then_some(interaction)
    }

    /// Seals the interaction as text for an address.
    pub fn seal(&self, kernel: &Kernel) -> Result<String, OAuthError> {
        let json = serde_json::to_vec(self).map_err(crate::kernel::error::Error::from)?;
        let sealed = URL_SAFE_NO_PAD.encode(kernel.seal(PURPOSE, &json)?);
        if sealed.len() > MAX_SEALED {
            let why = "the request is too long to be carried through a sign-in: push it (RFC 9126)";
            return Err(OAuthError::new(ErrorCode::InvalidRequest, why));
        }
        Ok(sealed)
    }

    /// The address on this server at which the interaction goes on.
    pub fn address(&self, kernel: &Kernel) -> Result<String, OAuthError> {
        Ok(with_query(AUTHORIZE, [(INTERACTION, self.seal(kernel)?.as_str())]))
    }

    /// The interaction with a sign-in requested now. Drops an earlier decision, which may have been another person's.
    #[must_use]
    pub fn asking(&self, kernel: &Kernel, person: Option<&Person>) -> Self {
        let before = person.map(|p| (p.session_id.clone(), p.auth_time));
        let asked = Some(Asked { at: kernel.now(), before });
        Self { asked, decision: None, session: None, ..self.clone() }
    }

    /// The interaction with a question to the person of this session.
    #[must_use]
    pub fn questioning(&self, session: &Id) -> Self {
        Self { session: Some(session.clone()), decision: None, ..self.clone() }
    }

    /// The interaction with the person's decision.
    #[must_use]
    pub fn decided(&self, kernel: &Kernel, session: &Id, allowed: bool) -> Self {
        let decision = Some(Decision { session: session.clone(), at: kernel.now(), allowed });
        Self { decision, session: None, ..self.clone() }
    }

    /// Whether the person authenticated because of the requested sign-in: after it was requested, in another session
    /// than before, or anew in the same one.
    #[must_use]
    pub fn is_answered(&self, kernel: &Kernel, person: &Person) -> bool {
        self.asked.as_ref().is_some_and(|asked| {
            let as_before = |(session, at): &(Id, Time)| *session == person.session_id && *at == person.auth_time;
            !asked.before.as_ref().is_some_and(as_before)
                && person.auth_time >= asked.at
                && kernel.now() <= asked.at.plus_seconds(ASKED_SECONDS)
        })
    }

    /// The person's recent decision in their present session.
    #[must_use]
    pub fn decision_of(&self, kernel: &Kernel, person: &Person) -> Option<&Decision> {
        let fresh = |d: &&Decision| kernel.now() <= d.at.plus_seconds(DECISION_SECONDS);
        self.decision.as_ref().filter(fresh).filter(|d| d.session == person.session_id)
    }
}

/// The sign-in page that continues an interaction, with the request's hints for the page.
pub fn sign_in(
    kernel: &Kernel,
    interaction: &Interaction,
    request: &AuthorizationRequest,
) -> Result<String, OAuthError> {
    let mut return_to = interaction.address(kernel)?;
    if let Some(acr) = strength::to_reach(&request.acr) {
        // For the sign-in, which does not open the interaction: the acr without which it would be refused again.
        return_to = format!("{return_to}&acr_values={acr}");
    }
    let hints = [
        ("login_hint", request.login_hint.as_deref()),
        ("ui_locales", request.ui_locales.as_deref()),
        ("display", request.display.as_deref().filter(|display| *display != "page")),
    ];
    let hints = hints.into_iter().filter_map(|(name, value)| Some((name, value?)));
    let page = with_query(pages::SIGN_IN, hints);
    let separator = if page.contains('?') { '&' } else { '?' };
    Ok(format!("{page}{separator}returnTo={}", utf8_percent_encode(&return_to, NON_ALPHANUMERIC)))
}

/// The consent page for an interaction.
pub fn consent(
    kernel: &Kernel,
    interaction: &Interaction,
    request: &AuthorizationRequest,
) -> Result<String, OAuthError> {
    let sealed = interaction.seal(kernel)?;
    let pairs = [
        ("interaction", Some(sealed.as_str())),
        ("ui_locales", request.ui_locales.as_deref()),
        ("display", request.display.as_deref().filter(|display| *display != "page")),
    ];
    Ok(with_query(pages::CONSENT, pairs.into_iter().filter_map(|(name, value)| Some((name, value?)))))
}
