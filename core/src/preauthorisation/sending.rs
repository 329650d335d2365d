//! Sends pre-authorisations: to members, who accept them in the portal, and to anybody else, who joins the tenant with
//! them.

use std::collections::{BTreeMap, BTreeSet};

use super::checks::{ONESELF, all_of, free, parts, unblinded, waits_already};
use super::links::{count, invite, is_member, key_of, mail, until};
use super::model::{NewPreauthorisations, NotSent, Preauthorisation, PreauthorisationResult, SentTo, State, StudyPart};
use super::state::Preauthorisations;
use super::{history, store};
use crate::authorisation::{self, Candidate, Choice, Chosen};
use crate::invitations;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::resources::software::Software;
use crate::resources::users::contacts;
use crate::resources::{roles, tenants};

static NOBODY: Text = Text::new("用户不存在或未启用", "there is no such enabled user in the tenant");

/// Somebody whom a request names.
struct Addressee {
    email: String,
    /// The member whose address it is.
    member: Option<Candidate>,
    /// Whether the account was chosen, and not the address.
    chosen: bool,
}

impl Addressee {
    fn label(&self) -> String {
        self.member.as_ref().map_or_else(|| self.email.clone(), Candidate::label)
    }
}

/// What is sent to each of the people.
struct Sending<'a> {
    tenant_name: String,
    software: &'a Software,
    ask: &'a NewPreauthorisations,
    choice: &'a Choice,
    parts: Vec<StudyPart>,
}

/// Sends a checked selection to everybody whom the request names, and says who did not get it and why. Whoever is no
/// member is invited into the tenant, with the rights and the recent proof that inviting needs.
pub(super) async fn send(
    state: &Preauthorisations,
    cx: &mut Ctx,
    ask: &NewPreauthorisations,
    (software, chosen): (&Software, &Chosen),
) -> Result<PreauthorisationResult, Error> {
    chosen.keep(cx).await?;
    let tenant = tenants::get(cx, &ask.tenant_id).await?.ok_or_else(|| Error::new(Code::NotFound))?;
    let (named, mut result) = named(cx, ask).await?;
    let parts = parts(cx, &ask.tenant_id, &software.id, &chosen.choice).await?;
    let sending = Sending { tenant_name: tenant.tenant_name, software, ask, choice: &chosen.choice, parts };
    let mut joins = false;
    for one in named {
        let label = one.label();
        match send_one(state, cx, &sending, &one).await {
            Ok((sent, message_id)) => {
                joins |= sent.invitation_id.is_some();
                result.success.push(SentTo { id: sent.id, label, message_id });
            }
            Err(error) if is_theirs(&error) => result.failure.push(not_sent(cx, label, &said(&error))),
            Err(error) => return Err(error),
        }
    }
    if joins {
        roles::before_giving(cx, state.step_up.as_ref(), [&Id::from(ask.user_role.as_str())]).await?;
    }
    Ok(result)
}

/// Whether an error concerns one of the people, so that the others get theirs.
fn is_theirs(error: &Error) -> bool {
    matches!(error.code, Code::Invalid | Code::Forbidden | Code::Conflict | Code::TooMany)
}

/// What an error says: of a wrong field, the field's sentence.
fn said(error: &Error) -> Text {
    error.fields.first().map_or_else(|| error.text(), |(_, text)| text.clone())
}

fn not_sent(cx: &ReadCtx, label: String, text: &Text) -> NotSent {
    NotSent { label, message: text.in_locale(cx.locale()).to_owned() }
}

/// The people of a request, each once, and those who are nobody's.
async fn named(
    cx: &mut ReadCtx,
    ask: &NewPreauthorisations,
) -> Result<(Vec<Addressee>, PreauthorisationResult), Error> {
    let typed: BTreeMap<String, String> =
        ask.emails.iter().map(|typed| (mailaddr::key(typed.trim()), typed.trim().to_owned())).collect();
    let keys: Vec<String> = typed.keys().cloned().collect();
    let found = authorisation::candidates(cx, &ask.tenant_id, &ask.user_ids, &keys).await?;
    let mut result = PreauthorisationResult::default();
    let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
    for id in ask.user_ids.iter().collect::<BTreeSet<_>>() {
        match found.iter().find(|member| member.id == *id) {
            Some(member) => {
                seen.insert(member.email_key.clone());
                all.push(Addressee { email: member.email.clone(), member: Some(member.clone()), chosen: true });
            }
            None => result.failure.push(not_sent(cx, id.to_string(), &NOBODY)),
        }
    }
    for (key, email) in typed {
        if seen.insert(key.clone()) {
            let member = found.iter().find(|member| member.email_key == key).cloned();
            all.push(Addressee { email, member, chosen: false });
        }
    }
    not_oneself(cx, &all).await?;
    Ok((all, result))
}

/// People cannot pre-authorise themselves, by id or by e-mail.
async fn not_oneself(cx: &mut ReadCtx, all: &[Addressee]) -> Result<(), Error> {
    let own = cx.person()?.id.clone();
    let mailbox = contacts::mailbox(cx.db().await?, &own).await?.map(|mailbox| mailbox.email_key);
    let is_own = |one: &Addressee| {
        one.member.as_ref().is_some_and(|member| member.id == own)
            || mailbox.as_ref().is_some_and(|key| *key == mailaddr::key(&one.email))
    };
    if all.iter().any(is_own) {
        let fields = vec![("userIds".to_owned(), ONESELF.clone())];
        return Err(Error { fields, ..Error::new(Code::Forbidden).message(ONESELF.clone()) });
    }
    Ok(())
}

/// Names in one line, each once.
fn line<'p>(names: impl Iterator<Item = &'p str>) -> String {
    let mut all: Vec<&str> = Vec::new();
    for name in names.flat_map(|names| names.split('、')) {
        if !name.is_empty() && !all.contains(&name) {
            all.push(name);
        }
    }
    all.join("、")
}

async fn send_one(
    state: &Preauthorisations,
    cx: &mut Ctx,
    of: &Sending<'_>,
    to: &Addressee,
) -> Result<(Preauthorisation, Id), Error> {
    let email_key = mailaddr::key(&to.email);
    let owner = contacts::owner_of_email(cx.db().await?, &email_key).await?;
    if to.member.is_none() && is_member(cx, &of.ask.tenant_id, owner.as_ref()).await? {
        return Err(Error::new(Code::Conflict).message(NOBODY.clone()));
    }
    free(cx, &email_key, &of.parts).await?;
    let mut it = made(state, cx, of, to).await?;
    unblinded(cx, &it, of.choice, &of.parts, owner.as_ref().map(|owner| &owner.id)).await?;
    count(state, cx, &it).await?;
    let key = key_of(cx, &it);
    store::insert(cx, &it, of.choice, invitations::hash(cx, &key)).await?;
    if let Err(error) = wait(cx, &mut it, of, to, &key).await {
        store::forget(cx, &it.id).await?;
        return Err(error);
    }
    let message = mail(state, cx, &it, &key, false).await?;
    history::sent(cx, &it, &of.parts, "sent").await?;
    cx.audit("preauthorisation.sent", &it)?;
    Ok((it, message))
}

/// Has its studies wait, and invites whoever is no member.
async fn wait(
    cx: &mut Ctx,
    it: &mut Preauthorisation,
    of: &Sending<'_>,
    to: &Addressee,
    key: &str,
) -> Result<(), Error> {
    if !store::wait(cx, it, &of.parts).await? {
        return Err(waits_already(&all_of(&of.parts)));
    }
    if to.member.is_none() {
        let id = invite(cx, it, key).await?;
        store::invited(cx, &it.id, &id).await?;
        it.invitation_id = Some(id);
    }
    Ok(())
}

async fn made(
    state: &Preauthorisations,
    cx: &mut Ctx,
    of: &Sending<'_>,
    to: &Addressee,
) -> Result<Preauthorisation, Error> {
    let (id, now) = (cx.new_id(), cx.now());
    let (invited_by, inviter_name) = {
        let sender = cx.person()?;
        (sender.id.clone(), sender.full_name.clone())
    };
    let own = contacts::by_email(cx.db().await?, &mailaddr::key(&to.email)).await?.map(|account| account.language);
    let names = |f: fn(&StudyPart) -> &String| line(of.parts.iter().map(|part| f(part).as_str()));
    Ok(Preauthorisation {
        id,
        version: 1,
        tenant_id: of.ask.tenant_id.clone(),
        tenant_name: of.tenant_name.clone(),
        software_id: of.software.id.clone(),
        software_name: of.software.software_name.clone(),
        email: to.email.clone(),
        user_id: to.member.as_ref().filter(|_| to.chosen).map(|member| member.id.clone()),
        // Of anybody but a member, whether an account has the address is not said.
        user_name: to.member.as_ref().map(|member| member.user_name.clone()).unwrap_or_default(),
        full_name: to.member.as_ref().map(|member| member.full_name.clone()).unwrap_or_default(),
        user_role: of.ask.user_role.clone(),
        user_type_id: of.ask.user_type_id.clone(),
        study_names: names(|part| &part.study_name),
        site_names: names(|part| &part.site_names),
        role_names: names(|part| &part.role_names),
        plugin_digest: of.choice.plugin_digest.clone(),
        locale: own.unwrap_or_else(|| cx.locale().tag().to_owned()),
        round: 1,
        state: State::Waiting,
        reason: String::new(),
        message: String::new(),
        message_zh: String::new(),
        message_en: String::new(),
        invited_by,
        inviter_name,
        invitation_id: None,
        accepted_by: None,
        accepted_at: None,
        batch_id: None,
        settled_at: None,
        expires_at: until(state, now),
        sent_at: now,
        reminded_at: None,
        created_at: now,
        updated_at: now,
    })
}
