//! The state of the module: begins, renews and sweeps sessions, and holds the parts that signing in needs.

use std::sync::{Arc, OnceLock};

use axum::extract::FromRef;
use axum::http::HeaderMap;
use futures::future::BoxFuture;

use super::captcha::Captchas;
use super::checked::{self, CheckedSession};
use super::checking::Checking;
use super::cookies::Cookies;
use super::factors::{self, Passkeys};
use super::hasher::{HashPermit, Hasher};
use super::model::LoginRequest;
use super::rules::Rules;
use super::store::{self, NewSession, Proof, Strategy};
use super::transport::{self, Opened, Transport};
use crate::config::{Branding, Browser, Channel, Codes, Config, Invitations, PasswordTransport, SignIn, SystemLink};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::db::ReadTx;
use crate::kernel::error::{Error, Text};
use crate::kernel::id::Id;
use crate::kernel::recent::{Age, Recent};
use crate::kernel::secret::Secret;
use crate::resources::members;
use crate::resources::roles::RoleMenu;

/// Characters of a session token: 256 bits in base64url.
pub(crate) const TOKEN_LENGTH: usize = 43;
/// The purpose of token hashes.
pub(crate) const TOKEN: &str = "session-token";
/// The most rows of a table that one transaction of the sweep removes.
const SWEPT: i64 = 1000;

/// The state of the module. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Sessions(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    kernel: Kernel,
    sign_in: SignIn,
    codes: Codes,
    invitations: Invitations,
    rules: Rules,
    has_sms: bool,
    has_email: bool,
    writes_files: bool,
    branding: Branding,
    links: Vec<SystemLink>,
    browser: Browser,
    absolute_hours: i64,
    public_url: url::Url,
    cookies: Cookies,
    hasher: Hasher,
    captchas: Captchas,
    checking: Checking,
    transport: Transport,
    passkeys: Passkeys,
    witness: Arc<dyn Witness>,
    linking: OnceLock<Arc<dyn LinkAtSignIn>>,
    recent: Recent<CheckedSession>,
    menus: Recent<Vec<RoleMenu>>,
}

impl FromRef<Sessions> for Kernel {
    fn from_ref(sessions: &Sessions) -> Self {
        sessions.0.kernel.clone()
    }
}

/// Observes the end of sessions; modules above implement it.
pub trait Witness: Send + Sync + std::fmt::Debug {
    /// Handles the end of sessions, in the context's transaction: its effects commit with it or not at all.
    fn ended<'a>(&'a self, cx: &'a mut Ctx, sessions: &'a [Id]) -> BoxFuture<'a, Result<(), Error>>;
}

/// Links external accounts at sign-in; a module above implements it.
pub trait LinkAtSignIn: Send + Sync + std::fmt::Debug {
    /// Links the external account of the ticket (of the provider `login_type`, if given) to the context's person, in
    /// the context's transaction, and commits it.
    fn link<'a>(
        &'a self,
        cx: Ctx,
        headers: &'a HeaderMap,
        ticket: &'a str,
        login_type: Option<&'a str>,
    ) -> BoxFuture<'a, Result<(), Error>>;
}

/// A new session.
#[derive(Debug)]
pub struct Begun {
    /// Its id.
    pub id: Id,
    /// Its token, for the cookie and for programs. The database has only a keyed hash of it.
    pub token: Secret,
}

impl Sessions {
    /// Opens the parts; makes the transport key at the first start. `witness` is notified when sessions end.
    pub async fn open(kernel: &Kernel, config: &Config, witness: Arc<dyn Witness>) -> Result<Self, Error> {
        let public_url = config.public_url().map_err(Error::internal)?;
        let passkeys = Passkeys::open(&public_url, &config.branding.title.zh)?;
        Ok(Self(Arc::new(Parts {
            kernel: kernel.clone(),
            sign_in: config.sign_in.clone(),
            codes: config.codes.clone(),
            invitations: config.invitations.clone(),
            rules: Rules::new(config),
            has_sms: config.notify.has_sms(),
            has_email: config.notify.has_email(),
            writes_files: config.notify.channel == Channel::File,
            branding: config.branding.clone(),
            links: config.trial_management.links.clone(),
            browser: config.browser.clone(),
            absolute_hours: config.session.absolute_hours,
            cookies: Cookies::new(&public_url),
            public_url,
            hasher: Hasher::open(kernel, &config.sign_in)?,
            captchas: Captchas::new(config.sign_in.hash_queue, config.sign_in.captcha_work_bits),
            checking: Checking::default(),
            transport: Transport::open(kernel).await?,
            passkeys,
            witness,
            linking: OnceLock::new(),
            recent: checked::recent(kernel),
            menus: checked::menus(kernel),
        })))
    }

    /// Sets the implementation that links external accounts. Only the first call has an effect.
    pub fn link_with(&self, linking: Arc<dyn LinkAtSignIn>) {
        drop(self.0.linking.set(linking));
    }

    /// Links the external account of a sign-in to the person of the new token. If that fails, the sign-in still stands:
    /// the person is authenticated, and the page can link later.
    pub(crate) async fn link(&self, mut cx: Ctx, headers: &HeaderMap, token: &str, body: &LoginRequest) {
        let ticket = body.ticket.as_deref().filter(|ticket| !ticket.is_empty());
        let (Some(linking), Some(ticket)) = (self.0.linking.get(), ticket) else { return };
        let linked = async {
            cx.who = self.resolve(token, Age::Now).await?;
            linking.link(cx, headers, ticket, body.login_type.as_deref()).await
        };
        if let Err(error) = linked.await {
            tracing::info!(%error, "an account elsewhere was not linked at a sign-in");
        }
    }

    /// Sessions that were checked lately.
    pub(super) fn recent(&self) -> &Recent<CheckedSession> {
        &self.0.recent
    }

    /// Menus of roles that were read lately.
    pub(super) fn menus(&self) -> &Recent<Vec<RoleMenu>> {
        &self.0.menus
    }

    /// The kernel.
    pub(crate) fn kernel(&self) -> &Kernel {
        &self.0.kernel
    }

    pub(crate) fn sign_in(&self) -> &SignIn {
        &self.0.sign_in
    }

    pub(crate) fn codes(&self) -> &Codes {
        &self.0.codes
    }

    pub(crate) fn invitations(&self) -> &Invitations {
        &self.0.invitations
    }

    /// The rules for new passwords.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.0.rules
    }

    /// Whether this deployment sends SMS.
    pub(crate) fn has_sms(&self) -> bool {
        self.0.has_sms
    }

    /// Whether this deployment sends e-mail.
    pub(crate) fn has_email(&self) -> bool {
        self.0.has_email
    }

    /// Whether messages are written as files on the server and not sent yet.
    pub(crate) fn writes_files(&self) -> bool {
        self.0.writes_files
    }

    /// The password rules of the security strategy; a profile without expiry overrides them.
    pub(crate) async fn strategy(&self, tx: &mut ReadTx) -> sqlx::Result<Strategy> {
        let strategy = store::strategy(tx).await?;
        Ok(if self.rules().expire() { strategy } else { Strategy { expired_day: 0, ..strategy } })
    }

    pub(crate) fn witness(&self) -> &dyn Witness {
        self.0.witness.as_ref()
    }

    pub(crate) fn branding(&self) -> &Branding {
        &self.0.branding
    }

    pub(crate) fn links(&self) -> &[SystemLink] {
        &self.0.links
    }

    pub(crate) fn browser(&self) -> &Browser {
        &self.0.browser
    }

    pub(crate) fn captchas(&self) -> &Captchas {
        &self.0.captchas
    }

    pub(crate) fn checking(&self) -> &Checking {
        &self.0.checking
    }

    pub(crate) fn transport(&self) -> &Transport {
        &self.0.transport
    }

    pub(crate) fn passkeys(&self) -> &Passkeys {
        &self.0.passkeys
    }

    /// The issuer name in authenticator applications: the server's short name in English, whose letters all of them
    /// show.
    pub(crate) fn issuer_name(&self) -> &str {
        &self.0.branding.system_abbr.en
    }

    /// The public address of the server.
    pub(crate) fn public_url(&self) -> &url::Url {
        &self.0.public_url
    }

    /// The module's cookies, for modules that end sessions.
    #[must_use]
    pub fn cookies(&self) -> Cookies {
        self.0.cookies
    }

    /// The password hasher, for the modules that set passwords.
    #[must_use]
    pub fn hasher(&self) -> &Hasher {
        &self.0.hasher
    }

    /// Decrypts a typed password. Its nonce is not spent yet.
    pub(crate) async fn open_password(&self, permit: &HashPermit, typed: &Secret) -> Result<Opened, Error> {
        if !transport::is_compact(typed.expose()) {
            if self.sign_in().password_transport == PasswordTransport::Encrypted {
                let text = Text::new("密码须加密传输", "The password must be encrypted");
                return Err(Error::field("password", text));
            }
            return Ok(Opened { password: typed.clone(), nonce: None });
        }
        let kernel = self.kernel();
        let key = self.transport().find(kernel, &transport::kid(typed.expose())?).await?;
        let (compact, now, instead) = (typed.clone(), kernel.now(), kernel.random());
        permit.run(move || key.open(compact.expose(), now, instead)).await?
    }

    /// Begins a session in the caller's transaction, with its `amr` (RFC 8176) and `acr`. For a person of exactly one
    /// tenant, that tenant is chosen.
    pub async fn begin(&self, cx: &mut Ctx, user: &Id, amr: &[&str], acr: &str) -> Result<Begun, Error> {
        let (id, token) = (cx.new_id(), self.kernel().token());
        let proof = self.proof(cx, &token, amr, acr);
        let tx = cx.db().await?;
        let tenant_id = match members::of_user(tx, user).await?.as_slice() {
            [one] => Some(one.tenant_id.clone()),
            _ => None,
        };
        store::insert_session(tx, NewSession { id: id.clone(), user_id: user.clone(), tenant_id, proof }).await?;
        Ok(Begun { id, token: Secret::new(token) })
    }

    /// The proof that a session stores: methods, time and address of this request.
    fn proof(&self, cx: &ReadCtx, token: &str, amr: &[&str], acr: &str) -> Proof {
        let now = cx.now();
        Proof {
            token_hash: self.kernel().hash(TOKEN, token),
            amr: amr.iter().map(|m| (*m).to_owned()).collect(),
            acr: acr.to_owned(),
            address: cx.request.address.map(|a| a.to_string()).unwrap_or_default(),
            user_agent: cx.request.user_agent.clone(),
            now,
            expires_at: now.plus_seconds(self.0.absolute_hours * 3600),
        }
    }

    /// Renews a session after its person authenticated again: from now, under a new token. `None` where it has ended
    /// meanwhile.
    pub(crate) async fn renew(
        &self,
        cx: &mut Ctx,
        session: &Id,
        amr: &[&str],
        acr: &str,
    ) -> Result<Option<Begun>, Error> {
        let token = self.kernel().token();
        let proof = self.proof(cx, &token, amr, acr);
        let stood = store::renew_session(cx.db().await?, session, proof).await?;
        Ok(stood.then(|| Begun { id: session.clone(), token: Secret::new(token) }))
    }

    /// Removes expired rows: spent keys and codes past their end, old counts; in short transactions. A periodic job;
    /// returns the number of rows.
    pub async fn sweep(&self) -> Result<u64, Error> {
        let mut removed = 0;
        loop {
            let mut tx = self.kernel().db().begin().await?;
            let now = self.kernel().now();
            let rows = store::sweep(&mut tx, now, SWEPT).await? + factors::sweep(&mut tx, now).await?;
            tx.commit().await?;
            removed += rows;
            if rows < SWEPT.unsigned_abs() {
                return Ok(removed);
            }
        }
    }
}
