//! Queues messages, and sends them.

use std::sync::Arc;

use serde_json::json;
use tokio::sync::OnceCell;

use super::email::Mailer;
use super::file::Folder;
use super::model::{self, Addressed, Addressing, Asked, Letter, Message, Software, Wanted};
use super::notice::Facts;
use super::sms::Gateway;
use super::store::{self, Attempt, MESSAGES, NewRow, Settled};
use super::templates::{self, Changed, Key};
use super::words::{Kind, Purpose, State, Trouble};
use super::{reminders, texts};
use crate::config::{Bilingual, Channel, Config};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Event, Outcome, ReadCtx};
use crate::kernel::error::{Error, Locale};
use crate::kernel::id::Id;
use crate::kernel::outbound::{Outbound, OutboundError};
use crate::kernel::queue::pause;
use crate::kernel::seal::{Before, Column};

/// The column of sealed contents.
pub const SEALED: Column =
    Column { table: "messages", column: "content", row: "id", before: Before::Purpose("message") };
/// The resource's name in the audit.
const RESOURCE: &str = "messages";
/// Who does it, in the audit.
const WHO: &str = "notify";
/// Seconds for which settled messages are kept.
const KEPT: i64 = 180 * 24 * 3600;

/// Queues a message in the caller's transaction, and returns its id.
pub async fn send(cx: &mut Ctx, message: Message) -> Result<Id, Error> {
    let Message { kind, address, notice, locale, user, tenant, software, life } = message;
    let (purpose, facts) = (notice.purpose(), notice.facts());
    queue(cx, (kind, purpose), &facts, locale, life, Some(Known { address, user, tenant, software })).await
}

/// Queues a message whose recipient is found when it is sent, and returns its id.
pub async fn ask(cx: &mut Ctx, asked: Asked) -> Result<Id, Error> {
    let Asked { kind, purpose, facts, locale, life } = asked;
    queue(cx, (kind, purpose), &facts, locale, life, None).await
}

/// A recipient who is known when the message is queued.
#[derive(Default)]
struct Known {
    address: String,
    user: Option<Id>,
    tenant: Option<Id>,
    software: Option<Software>,
}

async fn queue(
    cx: &mut Ctx,
    (kind, purpose): (Kind, Purpose),
    facts: &Facts,
    locale: Locale,
    life: i64,
    known: Option<Known>,
) -> Result<Id, Error> {
    let id = cx.new_id();
    let content = cx.kernel().seal_at(&SEALED, id.as_str(), &serde_json::to_vec(facts)?)?;
    let asked = known.is_none();
    let Known { address, user: user_id, tenant: tenant_id, software } = known.unwrap_or_default();
    let gives_up_at = cx.now().plus_seconds(life);
    cx.audit_event(Event {
        action: "message.queued",
        resource: RESOURCE,
        record: id.to_string(),
        tenant: tenant_id.clone(),
        after: Some(json!({ "kind": kind.as_str(), "purpose": purpose.as_str(), "userId": user_id })),
        ..Event::default()
    });
    let row = NewRow {
        id: id.clone(),
        kind,
        purpose,
        address,
        locale,
        user_id,
        tenant_id,
        content,
        asked,
        software,
        gives_up_at,
    };
    store::insert(cx, row).await?;
    Ok(id)
}

/// The senders.
#[derive(Debug)]
enum Sender {
    File(Folder),
    Live { email: Option<Box<Mailer>>, sms: Option<Box<Gateway>> },
}

/// Sends messages. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Outbox(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    kernel: Kernel,
    sender: Sender,
    addressing: Arc<dyn Addressing>,
    system: Bilingual,
}

/// A claimed message with its recipient and its text.
struct Ready {
    letter: Letter,
    kind: Kind,
    purpose: Purpose,
    locale: Locale,
    user: Option<Id>,
    tenant: Option<Id>,
    /// The subject and the text as the log shows them.
    said: (String, String),
}

impl Outbox {
    /// An outbox with the configured senders; every call to a gateway goes through the guard.
    ///
    /// # Errors
    /// [`OutboundError::Tls`] if the platform's trust anchors cannot be read.
    pub fn open(
        kernel: &Kernel,
        config: &Config,
        outbound: &Outbound,
        addressing: Arc<dyn Addressing>,
    ) -> Result<Self, OutboundError> {
        let sender = match config.notify.channel {
            Channel::None => Sender::Live { email: None, sms: None },
            Channel::File => Sender::File(Folder::new(config.data_dir.join("outbox"))),
            Channel::Live => Sender::Live {
                email: match config.notify.email_settings() {
                    Some(settings) => Some(Box::new(Mailer::new(settings, config, outbound)?)),
                    None => None,
                },
                sms: match config.notify.sms_settings() {
                    Some(settings) => Some(Box::new(Gateway::new(settings, outbound)?)),
                    None => None,
                },
            },
        };
        let system = config.branding.system_abbr.clone();
        Ok(Self(Arc::new(Parts { kernel: kernel.clone(), sender, addressing, system })))
    }

    /// Sends the due messages, and returns how many this node claimed. To be called again and again, on every node.
    pub async fn run_due(&self) -> Result<usize, Error> {
        // Read once for all of them, with the first.
        let templates = OnceCell::new();
        MESSAGES.run_due(&self.0.kernel, WHO, |attempt| self.attempt(attempt, &templates)).await
    }

    /// The kernel that it was opened with.
    pub(super) fn kernel(&self) -> &Kernel {
        &self.0.kernel
    }

    /// The deployment's short name.
    pub(super) fn system(&self) -> &Bilingual {
        &self.0.system
    }

    /// Deletes messages that were settled long ago, and returns how many. Wipes the contents that are of no use any more.
    pub async fn sweep(&self) -> Result<u64, Error> {
        let mut cx = self.context();
        store::wipe(&mut cx).await?;
        reminders::forget(&mut cx).await?;
        let gone = MESSAGES.forget(&mut cx, KEPT).await?;
        cx.commit().await?;
        Ok(gone)
    }

    fn context(&self) -> Ctx {
        Ctx::system(&self.0.kernel, WHO)
    }

    /// Makes the attempt that was claimed.
    async fn attempt(&self, attempt: Attempt, templates: &OnceCell<Changed>) -> Result<(), Error> {
        let read = || async { templates::changed(&mut ReadCtx::system(&self.0.kernel).autocommit()).await };
        let templates = templates.get_or_try_init(read).await?;
        match self.prepare(&attempt, templates).await? {
            Prepared::Ready(ready) => {
                // No transaction is open during the gateway's call.
                let outcome = self.hand_over(&ready).await;
                self.settle(&attempt, outcome, Some(*ready)).await
            }
            Prepared::Nobody => Ok(()),
            Prepared::Broken => self.settle(&attempt, model::Outcome::failed(Trouble::Content, ""), None).await,
        }
    }

    /// Finds the recipient of a claimed message, if it is not known yet, and the text.
    async fn prepare(&self, attempt: &Attempt, templates: &Changed) -> Result<Prepared, Error> {
        let (Some(kind), Some(purpose)) = (Kind::parse(&attempt.kind), Purpose::parse(&attempt.purpose)) else {
            return Ok(Prepared::Broken);
        };
        let opened = attempt
            .content
            .as_ref()
            .and_then(|sealed| self.0.kernel.unseal_at(&SEALED, attempt.id.as_str(), sealed).ok());
        let Some(facts) = opened.and_then(|plain| serde_json::from_slice::<Facts>(&plain).ok()) else {
            return Ok(Prepared::Broken);
        };
        let locale = Locale::of(&attempt.locale);
        if !attempt.asked {
            let known = (attempt.address.clone(), attempt.user_id.clone(), attempt.tenant_id.clone());
            return Ok(self.ready(attempt, (kind, purpose, locale), facts, known, templates));
        }
        let mut cx = self.context();
        let wanted = Wanted { id: attempt.id.clone(), kind, purpose, facts, locale };
        let found = self.0.addressing.address(&mut cx, &wanted).await?;
        if found.is_none() {
            store::drop_unaddressed(&mut cx, attempt).await?;
        }
        cx.commit().await?;
        let Some(Addressed { address, notice, locale, user, tenant }) = found else { return Ok(Prepared::Nobody) };
        let known = (address, Some(user), tenant);
        Ok(self.ready(attempt, (kind, notice.purpose(), locale), notice.facts(), known, templates))
    }

    fn ready(
        &self,
        attempt: &Attempt,
        (kind, purpose, locale): (Kind, Purpose, Locale),
        values: Facts,
        (to, user, tenant): (String, Option<Id>, Option<Id>),
        templates: &Changed,
    ) -> Prepared {
        let (system, template) = (self.0.system.in_locale(locale), templates.of(Key { kind, purpose }, locale));
        let words = texts::words(kind, locale, system, &template, &values);
        let shown = texts::words(kind, locale, system, &template, &values.masked());
        let letter = Letter {
            id: attempt.id.clone(),
            kind: kind.as_str(),
            purpose: purpose.as_str(),
            to,
            locale: locale.tag(),
            subject: words.subject,
            text: words.text,
            html: words.html,
            values,
            created_at: attempt.created_at,
            resends: attempt.resends,
        };
        let said = (shown.subject.unwrap_or_default(), shown.text);
        Prepared::Ready(Box::new(Ready { letter, kind, purpose, locale, user, tenant, said }))
    }

    async fn hand_over(&self, ready: &Ready) -> model::Outcome {
        match (&self.0.sender, ready.kind) {
            (Sender::File(folder), _) => folder.write(&ready.letter).await,
            (Sender::Live { email: Some(mailer), .. }, Kind::Email) => mailer.send(&ready.letter).await,
            (Sender::Live { sms: Some(gateway), .. }, Kind::Sms) => {
                let (now, nonce) = (self.0.kernel.now(), Id::new(self.0.kernel.now(), self.0.kernel.entropy()));
                gateway.send(&ready.letter, now, nonce).await
            }
            (Sender::Live { .. }, _) => model::Outcome::failed(Trouble::Unconfigured, ""),
        }
    }

    /// Records the outcome of an attempt: sent, given up, or to be repeated.
    async fn settle(&self, attempt: &Attempt, outcome: model::Outcome, ready: Option<Ready>) -> Result<(), Error> {
        let mut cx = self.context();
        let next_attempt_at = cx.now().plus_seconds(pause(attempt.attempts));
        let trouble = outcome.trouble;
        let is_last = next_attempt_at > attempt.gives_up_at || attempt.attempts >= attempt.max_attempts;
        let state = match trouble {
            None => State::Sent,
            Some(trouble) if trouble.is_final() || is_last => State::Failed,
            Some(_) => State::Waiting,
        };
        // A code or a link that was sent is not kept. What was not sent, or has neither, can be sent again.
        let has_secret = ready.as_ref().is_none_or(|it| it.purpose.has_secret()) || attempt.asked;
        let keeps_content = state != State::Sent || !has_secret;
        let answer = cut(&ready.as_ref().map_or_else(String::new, |it| it.letter.values.hidden_in(&outcome.answer)));
        let kind = Kind::parse(&attempt.kind).unwrap_or(Kind::Email);
        let (address, locale, user_id, tenant_id, said) = ready.map_or_else(
            || (attempt.address.clone(), Locale::Zh, attempt.user_id.clone(), attempt.tenant_id.clone(), None),
            |it| (it.letter.to, it.locale, it.user, it.tenant, Some(it.said)),
        );
        let after = json!({
            "kind": attempt.kind, "purpose": attempt.purpose, "userId": user_id, "attempts": attempt.attempts,
        });
        let tenant = tenant_id.clone();
        let settled = Settled {
            state,
            next_attempt_at,
            trouble,
            answer,
            keeps_content,
            address,
            locale,
            user_id,
            tenant_id,
            said,
        };
        if store::settle(&mut cx, kind, attempt, settled).await? && state != State::Waiting {
            cx.audit_event(Event {
                action: if state == State::Sent { "message.sent" } else { "message.unsent" },
                resource: RESOURCE,
                record: attempt.id.to_string(),
                tenant,
                after: Some(after),
                reason: trouble.map(|trouble| trouble.as_str().to_owned()),
                outcome: Some(if state == State::Sent { Outcome::Ok } else { Outcome::Failed }),
                ..Event::default()
            });
        }
        cx.commit().await
    }
}

/// The most characters of an answer that are kept.
const ANSWER: usize = 4000;

/// The beginning of an answer, without the characters that PostgreSQL has no place for.
fn cut(answer: &str) -> String {
    answer.chars().filter(|c| *c != '\0').take(ANSWER).collect()
}

/// A claimed message after its preparation.
enum Prepared {
    Ready(Box<Ready>),
    Nobody,
    Broken,
}
