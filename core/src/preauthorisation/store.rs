//! SQL of pre-authorisations.

use serde::Deserialize;
use sqlx::types::Json;

use super::model::{Preauthorisation, State, StudyPart};
use crate::authorisation::{Choice, Refusal};
use crate::host::model::Grant;
use crate::kernel::clock::Time;
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::error::{Error, Text};
use crate::kernel::id::Id;
use crate::kernel::mailaddr;
use crate::kernel::page::{Ids, List, Page, Sorts, Term};

const COLUMNS: &str = "SELECT id, version, tenant_id, tenant_name, software_id, software_name, email, user_id, user_name, \
     full_name, user_role, user_type_id, study_names, site_names, role_names, plugin_digest, locale, round, state, reason, \
     message_zh, message_en, invited_by, inviter_name, invitation_id, accepted_by, accepted_at, batch_id, settled_at, \
     expires_at, sent_at, reminded_at, created_at, updated_at";
const FROM: &str = " FROM preauthorisations";

const SORTS: Sorts = &[
    ("createdAt", " ORDER BY created_at, id", " ORDER BY created_at DESC, id DESC"),
    ("email", " ORDER BY email_key, id", " ORDER BY email_key DESC, id DESC"),
];

/// The most of one person that are shown in the portal.
const OWN: i64 = 50;
/// The rows that one run of the background job takes up.
const BATCH: i64 = 100;

/// The filter of a list of pre-authorisations.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PreauthorisationFilter)]
pub struct Filter {
    /// The tenant; required.
    pub tenant_id: Option<Id>,
    /// Only in this system.
    pub software_id: Option<Id>,
    /// Only in this state.
    pub state: Option<State>,
    /// A prefix of the e-mail address.
    #[schema(value_type = Option<String>)]
    pub q: Option<Term>,
    /// Only these ids.
    #[schema(value_type = Option<Vec<String>>)]
    pub id: Option<Ids>,
}

/// A page of a tenant's pre-authorisations.
pub async fn page(cx: &mut ReadCtx, tenant: &Id, list: &List<Filter>) -> Result<Page<Preauthorisation>, Error> {
    let now = cx.now();
    list.run(cx.db().await?, SORTS, COLUMNS, |query, f| {
        let query = query.sql(FROM);
        let query = match f.q.as_ref().filter(|q| !q.is_empty()) {
            // A range that an index serves, whatever the order is.
            Some(q) => query.sql(" WHERE ").among("id", |query| {
                q.begun(query, "preauthorisations", "email_key", |query| {
                    query.push(" AND tenant_id = ", tenant.clone())
                })
            }),
            None => query.push(" WHERE tenant_id = ", tenant.clone()),
        };
        let query = query.push_if(" AND software_id = ", f.software_id.clone());
        // Until the job has noted it, what nobody accepted in time waits in the table.
        let query = match f.state {
            None => query,
            Some(State::Expired) => {
                query.push(" AND (state = 'expired' OR (state = 'waiting' AND expires_at <= ", now).sql("))")
            }
            Some(State::Waiting) => query.push(" AND state = 'waiting' AND expires_at > ", now),
            Some(state) => query.push(" AND state = ", state.word()),
        };
        query.push_in_if(" AND id", f.id.as_ref().map(Ids::each))
    })
    .await
}

/// One.
pub async fn get(cx: &mut ReadCtx, id: &Id) -> Result<Option<Preauthorisation>, Error> {
    Ok(cx.db().await?.query(COLUMNS).sql(FROM).push(" WHERE id = ", id.clone()).optional().await?)
}

/// The one of a key, in any state.
pub async fn by_key(cx: &mut ReadCtx, key_hash: &str) -> Result<Option<Preauthorisation>, Error> {
    Ok(cx.db().await?.query(COLUMNS).sql(FROM).push(" WHERE key_hash = ", key_hash.to_owned()).optional().await?)
}

/// Its selection.
pub async fn choice(cx: &mut ReadCtx, id: &Id) -> Result<Choice, Error> {
    let query = cx.db().await?.query("SELECT selection, shown, projects, plugin_digest FROM preauthorisations");
    Ok(query.push(" WHERE id = ", id.clone()).one().await?)
}

/// Its studies; none once it does not wait any more.
pub async fn studies(cx: &mut ReadCtx, id: &Id) -> Result<Vec<StudyPart>, Error> {
    let query = cx.db().await?.query(
        "SELECT study_software_id, study_id, study_code, study_name, site_names, role_names FROM preauthorisation_studies",
    );
    Ok(query
        .push(" WHERE preauthorisation_id = ", id.clone())
        .sql(" ORDER BY study_code, study_software_id")
        .all()
        .await?)
}

/// What is somebody's own: waiting, being carried out, or failed since then. By account, or by an address of theirs.
pub async fn of_person(
    cx: &mut ReadCtx,
    user: &Id,
    email_key: Option<&str>,
    since: Time,
) -> Result<Vec<Preauthorisation>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query(COLUMNS).sql(FROM).sql(" WHERE state IN ('waiting', 'accepted', 'failed')");
    let query = query.push(" AND (user_id = ", user.clone());
    let query = match email_key {
        Some(key) => query.push(" OR (user_id IS NULL AND email_key = ", key.to_owned()).sql(")"),
        None => query,
    };
    let query = query.push(") AND ((state = 'waiting' AND expires_at > ", now);
    let query = query.push(") OR (state = 'accepted' AND settled_at IS NULL AND accepted_by = ", user.clone());
    let query = query.push(") OR (state = 'failed' AND accepted_by = ", user.clone()).push(" AND settled_at > ", since);
    Ok(query.push(")) ORDER BY created_at DESC, id DESC LIMIT ", OWN).all().await?)
}

/// What waits in a tenant for an address.
pub async fn of_address(cx: &mut ReadCtx, tenant: &Id, email_key: &str) -> Result<Vec<Preauthorisation>, Error> {
    let now = cx.now();
    let query =
        cx.db().await?.query(COLUMNS).sql(FROM).push(" WHERE state = 'waiting' AND email_key = ", email_key.to_owned());
    let query = query.push(" AND tenant_id = ", tenant.clone()).push(" AND expires_at > ", now);
    Ok(query.push(" ORDER BY created_at, id LIMIT ", OWN).all().await?)
}

/// What waits for the address in one of these studies of a system.
pub async fn in_the_way(cx: &mut ReadCtx, email_key: &str, bindings: &[Id]) -> Result<Vec<(Id, String)>, Error> {
    let query = cx.db().await?.query("SELECT preauthorisation_id, study_code FROM preauthorisation_studies");
    let query = query.push(" WHERE email_key = ", email_key.to_owned());
    Ok(query.push_in(" AND study_software_id", bindings.iter().cloned()).sql(" ORDER BY study_code").all().await?)
}

#[derive(sqlx::FromRow)]
struct Beside {
    software_id: Id,
    selection: Json<Vec<Grant>>,
}

/// The selections that wait for the address in a study, by system, except those of one pre-authorisation.
pub async fn beside(cx: &mut ReadCtx, study: &Id, email_key: &str, but: &Id) -> Result<Vec<(Id, Vec<Grant>)>, Error> {
    let query = cx.db().await?.query(
        "SELECT p.software_id, p.selection FROM preauthorisation_studies s JOIN preauthorisations p \
         ON p.id = s.preauthorisation_id",
    );
    let query = query.push(" WHERE s.study_id = ", study.clone()).push(" AND s.email_key = ", email_key.to_owned());
    let rows: Vec<Beside> = query.push(" AND p.id <> ", but.clone()).sql(" ORDER BY p.id").all().await?;
    Ok(rows.into_iter().map(|row| (row.software_id, row.selection.0)).collect())
}

/// Stores a new one.
pub async fn insert(cx: &mut Ctx, it: &Preauthorisation, choice: &Choice, key_hash: String) -> Result<(), Error> {
    let query = cx.db().await?.write(
        "INSERT INTO preauthorisations (id, version, tenant_id, tenant_name, software_id, software_name, email, email_key, \
         user_id, user_name, full_name, user_role, user_type_id, selection, shown, projects, plugin_digest, study_names, \
         site_names, role_names, locale, round, key_hash, state, reason, message_zh, message_en, invited_by, inviter_name, \
         invitation_id, expires_at, sent_at, created_at, updated_at) VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, \
         $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, 'waiting', '', '', '', $23, $24, $25, $26, $27, $27, \
         $27)",
    );
    let query = query.bind(it.id.clone()).bind(it.tenant_id.clone()).bind(it.tenant_name.clone());
    let query = query.bind(it.software_id.clone()).bind(it.software_name.clone()).bind(it.email.clone());
    let query = query.bind(mailaddr::key(&it.email)).bind(it.user_id.clone()).bind(it.user_name.clone());
    let query = query.bind(it.full_name.clone()).bind(it.user_role.clone()).bind(it.user_type_id.clone());
    let query = query.bind(choice.selection.clone()).bind(choice.shown.clone()).bind(choice.projects.clone());
    let query = query.bind(choice.plugin_digest.clone()).bind(it.study_names.clone()).bind(it.site_names.clone());
    let query = query.bind(it.role_names.clone()).bind(it.locale.clone()).bind(it.round).bind(key_hash);
    let query = query.bind(it.invited_by.clone()).bind(it.inviter_name.clone()).bind(it.invitation_id.clone());
    query.bind(it.expires_at).bind(it.created_at).execute().await?;
    Ok(())
}

/// Has its studies wait; false where one of them waits for the address already.
pub async fn wait(cx: &mut Ctx, it: &Preauthorisation, parts: &[StudyPart]) -> Result<bool, Error> {
    for part in parts {
        let query = cx.db().await?.write(
            "INSERT INTO preauthorisation_studies (study_software_id, email_key, preauthorisation_id, study_id, study_code, \
             study_name, site_names, role_names) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        );
        let query = query.bind(part.study_software_id.clone()).bind(mailaddr::key(&it.email)).bind(it.id.clone());
        let query = query.bind(part.study_id.clone()).bind(part.study_code.clone()).bind(part.study_name.clone());
        if query.bind(part.site_names.clone()).bind(part.role_names.clone()).execute().await? == 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Ends the waiting of its studies.
pub async fn wait_no_more(cx: &mut Ctx, id: &Id) -> Result<(), Error> {
    let query = cx.db().await?.write("DELETE FROM preauthorisation_studies");
    query.push(" WHERE preauthorisation_id = ", id.clone()).execute().await?;
    Ok(())
}

/// Removes one that was stored in this transaction, and nobody has seen.
pub async fn forget(cx: &mut Ctx, id: &Id) -> Result<(), Error> {
    wait_no_more(cx, id).await?;
    cx.db().await?.write("DELETE FROM preauthorisations").push(" WHERE id = ", id.clone()).execute().await?;
    Ok(())
}

/// Writes with which invitation into the tenant it comes.
pub async fn invited(cx: &mut Ctx, id: &Id, invitation: &Id) -> Result<(), Error> {
    let query = cx.db().await?.write("UPDATE preauthorisations SET").push(" invitation_id = ", invitation.clone());
    query.push(" WHERE id = ", id.clone()).execute().await?;
    Ok(())
}

/// Writes that it is sent anew, by `it.invited_by`; false where somebody changed it first.
pub async fn send_again(cx: &mut Ctx, it: &Preauthorisation, key_hash: String) -> Result<bool, Error> {
    let query = cx.db().await?.write(
        "UPDATE preauthorisations SET version = version + 1, state = 'waiting', reason = '', message_zh = '', \
         message_en = '', accepted_by = NULL, accepted_at = NULL, batch_id = NULL, settled_at = NULL, reminded_at = NULL",
    );
    let query = query.push(", key_hash = ", key_hash).push(", round = ", it.round);
    let query = query.push(", invited_by = ", it.invited_by.clone()).push(", inviter_name = ", it.inviter_name.clone());
    let query = query.push(", invitation_id = ", it.invitation_id.clone()).push(", expires_at = ", it.expires_at);
    let query = query.push(", sent_at = ", it.sent_at).push(", updated_at = ", it.sent_at);
    let query = query.push(" WHERE id = ", it.id.clone()).push(" AND version = ", it.version);
    Ok(query.sql(" AND state IN ('waiting', 'expired', 'failed')").execute().await? == 1)
}

/// Claims it for the person who accepts it; false where another request was first, or it does not wait. A concurrent
/// request waits here until the first one's transaction ends.
pub async fn claim(cx: &mut Ctx, id: &Id, user: &Id) -> Result<bool, Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE preauthorisations SET version = version + 1, state = 'accepted'");
    let query = query.push(", accepted_by = ", user.clone()).push(", accepted_at = ", now).push(", updated_at = ", now);
    let query = query.push(" WHERE state = 'waiting' AND id = ", id.clone());
    Ok(query.push(" AND expires_at > ", now).execute().await? == 1)
}

/// Writes who accepted it and the batch that carries it out, after [`claim`]. Its key ends.
pub async fn accepted(cx: &mut Ctx, it: &Preauthorisation, batch: &Id) -> Result<(), Error> {
    let query = cx.db().await?.write("UPDATE preauthorisations SET key_hash = NULL, reason = '', message_zh = ''");
    let query =
        query.push(", message_en = '', batch_id = ", batch.clone()).push(", user_name = ", it.user_name.clone());
    let query = query.push(", full_name = ", it.full_name.clone()).push(" WHERE id = ", it.id.clone());
    query.execute().await?;
    Ok(())
}

/// Has it wait again, after [`claim`], with the reason.
pub async fn back(cx: &mut Ctx, id: &Id, reason: &'static str, text: &Text) -> Result<(), Error> {
    let query = cx.db().await?.write("UPDATE preauthorisations SET state = 'waiting', accepted_by = NULL");
    let query = query.push(", accepted_at = NULL, reason = ", reason.to_owned());
    let query = query.push(", message_zh = ", text.zh.to_string()).push(", message_en = ", text.en.to_string());
    query.push(" WHERE id = ", id.clone()).execute().await?;
    Ok(())
}

/// Ends one that waits; false where it does not. Returns the hash of its key, which ends.
pub async fn end(cx: &mut Ctx, id: &Id, state: State) -> Result<bool, Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE preauthorisations SET version = version + 1, key_hash = NULL");
    let query = query.push(", state = ", state.word()).push(", updated_at = ", now);
    let ended = query.push(" WHERE state = 'waiting' AND id = ", id.clone()).execute().await? == 1;
    if ended {
        wait_no_more(cx, id).await?;
    }
    Ok(ended)
}

/// The hash of its key.
pub async fn key_hash(cx: &mut ReadCtx, id: &Id) -> Result<Option<String>, Error> {
    let query = cx.db().await?.query("SELECT key_hash FROM preauthorisations").push(" WHERE id = ", id.clone());
    Ok(query.optional::<(Option<String>,)>().await?.and_then(|(hash,)| hash))
}

/// Those that nobody accepted in time.
pub async fn expiring(cx: &mut ReadCtx) -> Result<Vec<Preauthorisation>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query(COLUMNS).sql(FROM).push(" WHERE state = 'waiting' AND expires_at <= ", now);
    Ok(query.push(" ORDER BY expires_at, id LIMIT ", BATCH).all().await?)
}

/// Those that end until then, and whose person was not reminded.
pub async fn forgotten(cx: &mut ReadCtx, until: Time) -> Result<Vec<Preauthorisation>, Error> {
    let now = cx.now();
    let query = cx.db().await?.query(COLUMNS).sql(FROM).push(" WHERE state = 'waiting' AND expires_at > ", now);
    let query = query.push(" AND expires_at <= ", until).sql(" AND reminded_at IS NULL");
    Ok(query.push(" ORDER BY expires_at, id LIMIT ", BATCH).all().await?)
}

/// Writes that its person was reminded; false where another node was first.
pub async fn reminded(cx: &mut Ctx, it: &Preauthorisation) -> Result<bool, Error> {
    let now = cx.now();
    let query =
        cx.db().await?.write("UPDATE preauthorisations SET version = version + 1").push(", reminded_at = ", now);
    let query = query.push(" WHERE state = 'waiting' AND reminded_at IS NULL AND id = ", it.id.clone());
    Ok(query.push(" AND round = ", it.round).execute().await? == 1)
}

/// Those that are being carried out, the longest waiting first.
pub async fn under_way(cx: &mut ReadCtx) -> Result<Vec<(Id, Id)>, Error> {
    let query = cx.db().await?.query(
        "SELECT id, batch_id FROM preauthorisations WHERE state = 'accepted' AND settled_at IS NULL \
         AND batch_id IS NOT NULL",
    );
    Ok(query.push(" ORDER BY accepted_at, id LIMIT ", BATCH).all().await?)
}

/// Writes how it ended; false where another node was first.
pub async fn settle(cx: &mut Ctx, id: &Id, outcome: &Result<(), Refusal>) -> Result<bool, Error> {
    let now = cx.now();
    let query = cx.db().await?.write("UPDATE preauthorisations SET version = version + 1").push(", settled_at = ", now);
    let query = match outcome {
        Ok(()) => query,
        Err(refusal) => query
            .push(", state = 'failed', reason = ", refusal.reason.clone())
            .push(", message_zh = ", refusal.text.zh.to_string())
            .push(", message_en = ", refusal.text.en.to_string()),
    };
    let query = query.push(" WHERE state = 'accepted' AND settled_at IS NULL AND id = ", id.clone());
    Ok(query.execute().await? == 1)
}
