//! What is carried while somebody signs in or decides, and how it is known that they did.
//!
//! The state of a request before its answer is in the address that the person returns to, sealed, and not
//! in the database. In it are the request itself, as it was checked, when it asked for a sign-in and which
//! session there was, and what the person decided in which session. So `prompt=login` neither loops nor can
//! be skipped by anybody who writes the address themselves, and a consent is that of this request, this
//! person and this session.

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
use crate::kernel::pages;
use crate::provider::error::{ErrorCode, OAuthError};
use crate::provider::redirect::with_query;

/// The parameter that carries an interaction.
pub const INTERACTION: &str = "cardea_interaction";
/// Seconds within which a sign-in that was asked for counts as the answer.
const ASKED_SECONDS: i64 = 3600;
/// Seconds within which a decision is to be used.
const DECISION_SECONDS: i64 = 300;
/// Longest sealed text: with its address it has to fit into what sign-in takes as `returnTo`.
const MAX_SEALED: usize = 8000;
const PURPOSE: &str = "authorize.interaction";

/// The request of an interaction.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Carried {
    /// The request itself.
    Request(Box<AuthorizationRequest>),
    /// The reference of a pushed one, which is kept in the database.
    Pushed(String),
}

/// An interaction.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Interaction {
    /// Its own id: a decision counts once.
    pub id: String,
    /// The request.
    pub carried: Carried,
    /// When the request is over; none where the client can send the same address again at any time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Time>,
    /// The sign-in that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
    /// The decision that was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// The session whose person is being asked for consent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<Id>,
}

/// A sign-in that was asked for.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Asked {
    at: Time,
    /// The session there was, and when its person had proved who they are: that is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<(Id, Time)>,
}

/// What somebody decided on the consent page.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Decision {
    session: Id,
    at: Time,
    /// Yes or no.
    pub allowed: bool,
}

impl Interaction {
    /// A new one.
    #[must_use]
    pub fn new(kernel: &Kernel, carried: Carried, until: Option<Time>) -> Self {
        let id = URL_SAFE_NO_PAD.encode(kernel.random::<16>());
        Self { id, carried, until, asked: None, decision: None, session: None }
    }

    /// Opens what [`Self::seal`] made; none where anybody else made it, or it is over.
    #[must_use]
    pub fn open(kernel: &Kernel, sealed: &str) -> Option<Self> {
        let octets = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        let interaction: Self = serde_json::from_slice(&kernel.unseal(PURPOSE, &octets).ok()?).ok()?;
        interaction.until.is_none_or(|end| end > kernel.now()).then_some(interaction)
    }

    /// As text for an address.
    pub fn seal(&self, kernel: &Kernel) -> Result<String, OAuthError> {
        let json = serde_json::to_vec(self).map_err(crate::kernel::error::Error::from)?;
        let sealed = URL_SAFE_NO_PAD.encode(kernel.seal(PURPOSE, &json)?);
        if sealed.len() > MAX_SEALED {
            let why = "the request is too long to be carried through a sign-in: push it (RFC 9126)";
            return Err(OAuthError::new(ErrorCode::InvalidRequest, why));
        }
        Ok(sealed)
    }

    /// The address on this server at which it goes on.
    pub fn address(&self, kernel: &Kernel) -> Result<String, OAuthError> {
        Ok(with_query("/oauth2/authorize", [(INTERACTION, self.seal(kernel)?.as_str())]))
    }

    /// The same with a sign-in asked for now. A decision of before was somebody else's, or may be.
    #[must_use]
    pub fn asking(&self, kernel: &Kernel, person: Option<&Person>) -> Self {
        let before = person.map(|p| (p.session_id.clone(), p.auth_time));
        let asked = Some(Asked { at: kernel.now(), before });
        Self { asked, decision: None, session: None, ..self.clone() }
    }

    /// The same with a question to the person of this session.
    #[must_use]
    pub fn questioning(&self, session: &Id) -> Self {
        Self { session: Some(session.clone()), decision: None, ..self.clone() }
    }

    /// The same with the answer.
    #[must_use]
    pub fn decided(&self, kernel: &Kernel, session: &Id, allowed: bool) -> Self {
        let decision = Some(Decision { session: session.clone(), at: kernel.now(), allowed });
        Self { decision, session: None, ..self.clone() }
    }

    /// Whether the person proved who they are because of this: since it was asked for, in another session than
    /// there was, or anew in that one.
    #[must_use]
    pub fn is_answered(&self, kernel: &Kernel, person: &Person) -> bool {
        self.asked.as_ref().is_some_and(|asked| {
            let as_before = |(session, at): &(Id, Time)| *session == person.session_id && *at == person.auth_time;
            !asked.before.as_ref().is_some_and(as_before)
                && person.auth_time >= asked.at
                && kernel.now() <= asked.at.plus_seconds(ASKED_SECONDS)
        })
    }

    /// What the person decided in their present session, a moment ago.
    #[must_use]
    pub fn decision_of(&self, kernel: &Kernel, person: &Person) -> Option<&Decision> {
        let fresh = |d: &&Decision| kernel.now() <= d.at.plus_seconds(DECISION_SECONDS);
        self.decision.as_ref().filter(fresh).filter(|d| d.session == person.session_id)
    }
}

/// The sign-in page that goes on with an interaction; what the page can use of the request comes along.
pub fn sign_in(
    kernel: &Kernel,
    interaction: &Interaction,
    request: &AuthorizationRequest,
) -> Result<String, OAuthError> {
    let mut return_to = interaction.address(kernel)?;
    if let Some(acr) = strength::to_reach(&request.acr) {
        // For the sign-in, which does not open the interaction: what it has to reach to be of any use.
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
