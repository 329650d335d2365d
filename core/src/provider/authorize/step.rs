//! The next step for a valid request: the sign-in page, the consent page, an error, or a code.

use serde_json::json;

use super::super::store::{NewCode, insert_code, is_withdrawn};
use super::consent::{self, Access, Agreement};
use super::interaction::{self, Carried, Interaction};
use super::params::CODE_SECONDS;
use super::prompt::Prompt;
use super::request::AuthorizationRequest;
use super::{pushed, store, strength};
use crate::kernel::ctx::{Ctx, Event, Outcome, Person};
use crate::provider::caller::Caller;
use crate::provider::clients::Client;
use crate::provider::clients::settings::Consent;
use crate::provider::error::{ErrorCode, OAuthError};
use crate::provider::granted::Granted;
use crate::provider::pages::Refusal;
use crate::provider::state::Provider;
use crate::provider::subject;
use crate::provider::token::CODE;

/// The next step.
#[derive(Debug)]
pub enum Step {
    /// Send the person to the portal's page at this address.
    Page(String),
    /// Send this code to the client.
    Code(String),
}

/// The reason why the request ends without a step.
#[derive(Debug)]
pub enum Stop {
    /// An error for the client.
    Error(OAuthError),
    /// A page for the person, as the client has had its answer already.
    Page(Refusal),
}

impl<E: Into<OAuthError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

/// The strength of the person's authentication, measured by the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strength {
    /// As strong as the request needs and prefers, or as the person can reach.
    Enough,
    /// As strong as the request needs; it prefers more, and the person has a second factor.
    CouldBeBetter,
    /// Weaker than the request needs.
    TooWeak,
}

/// One request of one caller.
struct Attempt<'a> {
    provider: &'a Provider,
    caller: &'a Caller,
    client: &'a Client,
    request: &'a AuthorizationRequest,
    interaction: &'a Interaction,
}

/// Decides the next step. The answer, a code or an error, uses a pushed request up; the pages before it can be loaded
/// again.
pub async fn take(
    provider: &Provider,
    caller: &Caller,
    client: &Client,
    request: &AuthorizationRequest,
    interaction: &Interaction,
) -> Result<Step, Stop> {
    let attempt = Attempt { provider, caller, client, request, interaction };
    match attempt.step().await {
        Err(Stop::Error(error)) => attempt.refused(error).await,
        done => done,
    }
}

impl Attempt<'_> {
    async fn step(&self) -> Result<Step, Stop> {
        if !self.request.is_allowed(self.client) {
            let why = "the client may not ask for this any more";
            return Err(OAuthError::new(ErrorCode::UnauthorizedClient, why).into());
        }
        let kernel = self.provider.kernel();
        let Some(person) = self.caller.person() else { return self.sign_in(None) };
        // A fresh sign-in meets every requirement of a new one, however short max_age is; otherwise the request would
        // loop.
        let answered = self.interaction.is_answered(kernel, person);
        let other = self.is_somebody_else(person);
        let strength = self.strength(person).await?;
        let weak = strength == Strength::TooWeak;
        let waiting = self.interaction.asked.is_some();
        if !answered && (waiting || other || weak || self.wants_sign_in(person)) {
            return self.sign_in(Some(person));
        }
        if !answered && strength == Strength::CouldBeBetter && !self.request.prompts(Prompt::None) {
            return self.sign_in(Some(person));
        }
        if other {
            let why = "somebody else is signed in than the request names";
            return Err(OAuthError::new(ErrorCode::LoginRequired, why).into());
        }
        if weak {
            return Err(unmet().into());
        }
        self.consented(person).await
    }

    /// The step to the sign-in page; an error with `prompt=none`.
    fn sign_in(&self, person: Option<&Person>) -> Result<Step, Stop> {
        let kernel = self.provider.kernel();
        if !strength::is_reachable(&self.request.acr) {
            // No sign-in on this server reaches the acr.
            return Err(unmet().into());
        }
        if self.request.prompts(Prompt::None) {
            return Err(OAuthError::new(ErrorCode::LoginRequired, "the person must sign in, and prompt is none").into());
        }
        let must_be_new = person.is_some() || self.wants_prompt();
        let interaction = if must_be_new { self.interaction.asking(kernel, person) } else { self.interaction.clone() };
        Ok(Step::Page(interaction::sign_in(kernel, &interaction, self.request)?))
    }

    fn wants_prompt(&self) -> bool {
        self.request.prompts(Prompt::Login) || self.request.prompts(Prompt::SelectAccount)
    }

    /// Whether the request needs a new sign-in in spite of this session.
    fn wants_sign_in(&self, person: &Person) -> bool {
        let age = self.provider.kernel().now().unix_seconds() - person.auth_time.unix_seconds();
        self.wants_prompt() || self.request.max_age.is_some_and(|most| most == 0 || age > most)
    }

    /// Whether the request names another person, by the client's `sub`.
    fn is_somebody_else(&self, person: &Person) -> bool {
        let named = self.request.subject.as_deref();
        named.is_some_and(|named| !subject::is(self.provider, self.client, &person.id, named))
    }

    /// Compares the session's strength with the essential and the preferred acr of the request.
    async fn strength(&self, person: &Person) -> Result<Strength, OAuthError> {
        let (essential, wished) = (&self.request.acr, &self.request.acr_values);
        if essential.is_empty() && wished.is_empty() {
            return Ok(Strength::Enough);
        }
        if !essential.is_empty() && strength::answer(&person.acr, essential).is_none() {
            return Ok(Strength::TooWeak);
        }
        let mut cx = self.caller.autocommit_reader(self.provider.kernel());
        let better = strength::could_be_better(&mut cx, person, wished).await?;
        Ok(if better { Strength::CouldBeBetter } else { Strength::Enough })
    }

    /// The step to the consent page where the person must be asked, else to the code.
    async fn consented(&self, person: &Person) -> Result<Step, Stop> {
        let kernel = self.provider.kernel();
        let policy = self.client.settings.cardea_consent;
        let every_time = policy == Consent::Always || self.request.prompts(Prompt::Consent);
        if policy == Consent::Never && !every_time {
            return self.code(person, None).await;
        }
        let access = Access::of(self.request);
        let decision = self.interaction.decision_of(kernel, person);
        if decision.is_some_and(|d| !d.allowed) {
            return Err(OAuthError::new(ErrorCode::AccessDenied, "the person did not agree").into());
        }
        if !every_time || decision.is_some() {
            let mut cx = self.caller.autocommit_reader(kernel);
            if let Some(agreement) = consent::covering(&mut cx, &person.id, self.client, &access).await? {
                drop(cx);
                return self.code(person, Some(&agreement)).await;
            }
        }
        self.ask(person)
    }

    fn ask(&self, person: &Person) -> Result<Step, Stop> {
        if self.request.prompts(Prompt::None) {
            let why = "the person must agree, and prompt is none";
            return Err(OAuthError::new(ErrorCode::ConsentRequired, why).into());
        }
        let question = self.interaction.questioning(&person.session_id);
        Ok(Step::Page(interaction::consent(self.provider.kernel(), &question, self.request)?))
    }

    /// Makes a code and writes the sign-in at the client to the audit. `agreement` is what the person agreed to, where they
    /// must have agreed.
    async fn code(&self, person: &Person, agreement: Option<&Agreement>) -> Result<Step, Stop> {
        let kernel = self.provider.kernel();
        let code = kernel.token();
        let mut cx = self.caller.writing(kernel);
        self.use_up(&mut cx).await?;
        let acr = strength::answer(&person.acr, &self.request.acr).unwrap_or(&person.acr).to_owned();
        let granted = Granted {
            scope: self.request.scope.clone(),
            nonce: self.request.nonce.clone(),
            claims: self.request.claims.clone(),
            resources: self.request.resources.clone(),
            dpop_jkt: self.request.dpop_jkt.clone(),
            auth_time: person.auth_time,
            acr,
            amr: person.amr.clone(),
            tenant_id: person.tenant_id.clone(),
        };
        let expires_at = cx.now().plus_seconds(CODE_SECONDS);
        let new = NewCode {
            code_hash: kernel.hash(CODE, &code),
            client_id: &self.client.client_id,
            user_id: &person.id,
            session_id: &person.session_id,
            redirect_uri: &self.request.target.redirect_uri,
            code_challenge: self.request.code_challenge.as_deref(),
            granted: &granted,
            expires_at,
        };
        insert_code(&mut cx, new, agreement).await?;
        cx.audit_event(self.event("authorization.granted"));
        match cx.commit().await {
            // The consent was withdrawn after it was read.
            Err(error) if is_withdrawn(&error) => self.ask(person),
            done => Ok(done.map(|()| Step::Code(code))?),
        }
    }

    /// Uses up a pushed request (RFC 9126, section 4) and a decision of the person, each of which counts once. The
    /// error is a page for the person: the client has had its answer.
    async fn use_up(&self, cx: &mut Ctx) -> Result<(), Stop> {
        let kernel = self.provider.kernel();
        if let Carried::Pushed(reference) = &self.interaction.carried
            && !pushed::use_up(kernel, cx, reference).await?
        {
            return Err(Stop::Page(pushed::unusable()));
        }
        if self.interaction.decision.is_some() && !store::consume_decision(cx, &self.interaction.id).await? {
            return Err(Stop::Page(Refusal::new(
                "该授权确认已使用过，请返回原系统重新登录。",
                "This answer was used before. Please begin again at the system that you came from.",
            )));
        }
        Ok(())
    }

    /// Ends the request with an error, which also uses up a pushed request and a decision.
    async fn refused(&self, error: OAuthError) -> Result<Step, Stop> {
        let pushed = matches!(self.interaction.carried, Carried::Pushed(_));
        // A fault of this server ends nothing: the client may send the same request again.
        let ours = matches!(error.code, ErrorCode::ServerError | ErrorCode::TemporarilyUnavailable);
        if !ours && (pushed || self.interaction.decision.is_some()) {
            let mut cx = self.caller.writing(self.provider.kernel());
            self.use_up(&mut cx).await?;
            cx.audit_event(Event {
                reason: Some(error.code.as_str().to_owned()),
                outcome: Some(Outcome::Refused),
                ..self.event("authorization.refused")
            });
            cx.commit().await?;
        }
        Err(Stop::Error(error))
    }

    fn event(&self, action: &'static str) -> Event {
        let mut after = json!({ "scope": self.request.scope, "redirectUri": self.request.target.redirect_uri });
        if !self.request.resources.is_empty() {
            after["resources"] = json!(self.request.resources);
        }
        Event {
            action,
            resource: "clients",
            record: self.client.client_id.clone(),
            tenant: self.client.tenant_id.clone(),
            after: Some(after),
            ..Event::default()
        }
    }
}

/// The error where the sign-in cannot reach the requested acr (OpenID Connect Core Error Code
/// unmet_authentication_requirements 1.0).
const fn unmet() -> OAuthError {
    OAuthError::new(ErrorCode::UnmetAuthenticationRequirements, "the essential acr cannot be reached")
}
