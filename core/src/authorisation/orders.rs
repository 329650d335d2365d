//! What a module above may ask: to check a selection now, and to have it carried out for somebody later, by the same
//! batches as every authorisation.

use sqlx::types::Json;

use super::batches;
use super::carrying::GONE;
use super::context::keep_sites;
use super::model::{Batch, Item, forbids};
use super::reading::Source;
use super::selection::{picks, places_of, rows_of};
use super::service::{LICENCE, NO_PROJECT, bindings, projects_column, refused, site_ids, unknown, usable};
use super::shown::{self, Shown};
use super::store::{self, Candidate};
use super::{Authorisation, activation, blinding, runner};
use crate::host::model::{Definition, Grant};
use crate::kernel::ctx::{Act, Ctx, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::resources::domains::{self, StudyBinding};
use crate::resources::licences::{self, LicenceStatus, Seats};
use crate::resources::members;
use crate::resources::software::{self, Software};

/// A selection that the panel's rules and its plugin allow.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Choice {
    /// Rows of the panel.
    pub selection: Json<Vec<Grant>>,
    /// The rows with the names that were shown.
    pub shown: Json<Vec<Shown>>,
    /// Key of the panel's column of studies.
    pub projects: String,
    /// The plugin version that checked it.
    pub plugin_digest: String,
}

/// What a selection gives in one study.
#[derive(Clone, Debug)]
pub struct InOneStudy {
    /// Its rows there.
    pub rows: Vec<Grant>,
    /// The sites' names.
    pub site_names: String,
    /// The roles' names, each with its environment.
    pub role_names: String,
}

impl Choice {
    /// The study bindings that it picks, each once.
    pub fn studies(&self) -> Vec<Id> {
        let mut found: Vec<Id> = Vec::new();
        for id in self.selection.iter().flat_map(|row| picks(row, &self.projects)) {
            if let Ok(id) = Id::try_from(id.clone())
                && !found.contains(&id)
            {
                found.push(id);
            }
        }
        found
    }

    /// What it gives in a study.
    pub fn in_study(&self, binding: &Id) -> InOneStudy {
        let places = places_of(&self.selection, Some(&self.projects), binding);
        let shown = shown::of_study(&self.shown, &places, binding.as_str());
        InOneStudy {
            rows: rows_of(&self.selection, Some(&self.projects), binding),
            site_names: shown::site_names(&shown),
            role_names: shown::role_names(&shown),
        }
    }
}

/// A checked selection, with the panel that it is of.
#[derive(Debug)]
pub struct Chosen {
    /// The selection.
    pub choice: Choice,
    /// Its studies.
    pub bound: Vec<StudyBinding>,
    pub(super) panel: Definition,
}

impl Chosen {
    /// Whether its studies and sites are there still. Nobody removes one of them until the transaction ends.
    pub async fn keep(&self, cx: &mut Ctx) -> Result<(), Error> {
        for one in &self.bound {
            domains::bound_kept(cx, &one.id).await?.ok_or_else(|| unknown("grants"))?;
        }
        let sites = site_ids(&self.panel, &self.choice.selection)?;
        if keep_sites(cx, &sites).await? { Ok(()) } else { Err(unknown("sites")) }
    }
}

impl Authorisation {
    /// Checks a selection by the panel's rules and the plugin's, and reads it out. `cx` is not used for it: no
    /// connection is held while the plugin runs.
    pub async fn choose(
        &self,
        cx: &ReadCtx,
        software: &Software,
        tenant: &Id,
        grants: Vec<Grant>,
    ) -> Result<Chosen, Error> {
        let issues = self.validate(cx.new_read_transaction(), software, tenant, grants.clone()).await?;
        if forbids(&issues) {
            return Err(refused(&issues));
        }
        let plugin_digest = self.host.active(&software.web_code).ok_or(Code::PluginMissing)?.digest;
        let panel = self.definition(cx, tenant, software).await?;
        let mut reading = cx.new_read_transaction();
        let bound = bindings(&mut reading, software, tenant, &panel, &grants).await?;
        let source = Source { tenant, software, panel: &panel, bound: &bound };
        let shown = self.read_out(reading, &source, &grants).await?;
        let projects = projects_column(&panel).map(|column| column.key.clone());
        let projects = projects.ok_or_else(|| Error::field("grants", NO_PROJECT.clone()))?;
        let choice = Choice { selection: Json(grants), shown: Json(shown), projects, plugin_digest };
        Ok(Chosen { choice, bound, panel })
    }

    /// Begins a batch that is committed. Without it, the batch begins within seconds.
    pub fn begin_batch(&self, batch: &Id) {
        runner::begin(self, batch);
    }
}

/// The system, where the caller may pre-authorise people into it in this tenant.
pub async fn preauthorisable(cx: &mut ReadCtx, tenant: &Id, software: &Id) -> Result<Software, Error> {
    cx.require_in(Permission::Authorization, Act::Edit, tenant)?;
    usable(cx, tenant, software, Act::Edit).await
}

/// The enabled members of a tenant among these users and addresses.
pub async fn candidates(cx: &mut ReadCtx, tenant: &Id, ids: &[Id], emails: &[String]) -> Result<Vec<Candidate>, Error> {
    store::candidates(cx, tenant, ids, emails).await
}

/// Whether roles of these rows must not stand beside each other, beside what else is to be given in the study (rows
/// of systems), or beside what the person has there.
pub async fn is_blinding_conflict(
    cx: &mut ReadCtx,
    bound: &StudyBinding,
    user: Option<&Id>,
    rows: &[Grant],
    beside: &[(Id, Vec<Grant>)],
) -> Result<bool, Error> {
    blinding::would_conflict(cx, bound, user, rows, beside).await
}

/// The sentence for it.
pub static BLINDING: &Text = &blinding::REFUSED;

/// What is to be carried out, and who answers for it.
#[derive(Clone, Debug)]
pub struct Order {
    /// The tenant.
    pub tenant_id: Id,
    /// The system.
    pub software_id: Id,
    /// The selection.
    pub choice: Choice,
    /// The role given with it.
    pub user_role: String,
    /// The user type.
    pub user_type_id: String,
    /// The administrator.
    pub actor: Id,
    /// Their login name.
    pub actor_name: String,
}

/// Why an order is not carried out now. It can be another time.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// A stable word for programs.
    pub reason: &'static str,
    /// A sentence.
    pub text: Text,
}

impl Obstacle {
    /// With its word and sentence.
    pub const fn new(reason: &'static str, text: Text) -> Self {
        Self { reason, text }
    }
}

static NO_SITE: Text = Text::new("其中的中心已不在该项目中", "a site of it is no longer in the study");
static NO_MEMBER: Text = Text::new("您在该租户中未启用", "your account is not an enabled member of this tenant");
static ONESELF: Text = Text::new("不能为自己授权", "nobody authorises themselves");

/// Stores a batch that carries out an order for a person, after every check that needs no plugin: in the caller's
/// transaction, which writes nothing of it where there is an obstacle.
pub async fn order(cx: &mut Ctx, order: &Order, user: &Id) -> Result<Result<Id, Obstacle>, Error> {
    if order.actor == *user {
        return Ok(Err(Obstacle::new("oneself", ONESELF.clone())));
    }
    let bound = match standing(cx, order, user).await? {
        Ok(bound) => bound,
        Err(obstacle) => return Ok(Err(obstacle)),
    };
    let person = store::people(cx, [user.clone()]).await?.remove(user);
    let label = person.map(|person| person.label()).unwrap_or_default();
    let versions = store::versions(cx, &bound, std::slice::from_ref(user)).await?;
    let item = |(number, one): (usize, &StudyBinding)| Item {
        grant_version: versions.get(&(one.id.clone(), user.clone())).copied().unwrap_or_default(),
        ..Item::waiting(format!("{:06}", number + 1), &one.id, user, label.clone())
    };
    let items: Vec<Item> = bound.iter().enumerate().map(item).collect();
    let batch = Batch {
        actor: order.actor.to_string(),
        actor_name: order.actor_name.clone(),
        user_role: order.user_role.clone(),
        user_type_id: order.user_type_id.clone(),
        selection: order.choice.selection.clone(),
        shown: order.choice.shown.clone(),
        plugin_digest: order.choice.plugin_digest.clone(),
        ..batches::new(cx, "grant", &order.tenant_id, &order.software_id)
    };
    batches::insert(cx, &batch, &items).await?;
    cx.audit("authorisation.requested", &batch)?;
    Ok(Ok(batch.id))
}

/// The studies of an order, where nothing stands against it.
async fn standing(cx: &mut Ctx, order: &Order, user: &Id) -> Result<Result<Vec<StudyBinding>, Obstacle>, Error> {
    let Order { tenant_id: tenant, software_id: software, choice, .. } = order;
    let no = |reason, text: &Text| Ok(Err(Obstacle::new(reason, text.clone())));
    if !members::hold(cx, tenant, std::slice::from_ref(user)).await?.contains_key(user) {
        return no("member", &NO_MEMBER);
    }
    let closures = cx.kernel().clone();
    match closures.closures().refuse(cx.db().await?, tenant).await {
        Ok(()) => {}
        Err(error) if error.code == Code::Forbidden => return Ok(Err(Obstacle::new("tenant", error.text()))),
        Err(error) => return Err(error),
    }
    if licences::standing(cx, tenant, software).await? != LicenceStatus::Valid {
        return no("licence", &LICENCE);
    }
    if let Some(system) = software::get(cx, software).await? {
        match activation::require(cx, &system.web_code, tenant).await {
            Err(error) if error.code == Code::PluginInactive => return no("plugin", &error.text()),
            done => done?,
        }
    }
    if let Some(full) = Seats::look(cx, tenant, software).await?.take(cx, user).await? {
        return no("full", &full);
    }
    let mut bound = Vec::new();
    for id in choice.studies() {
        let one = domains::bound_kept(cx, &id).await?;
        match one.filter(|one| one.tenant_id == *tenant && one.software_id == *software) {
            Some(one) => bound.push(one),
            None => return no("study", &GONE),
        }
    }
    if bound.is_empty() {
        return no("study", &GONE);
    }
    let sites: Vec<Id> = shown::sites(&choice.shown).into_iter().map(Id::from).collect();
    if !keep_sites(cx, &sites).await? {
        return no("site", &NO_SITE);
    }
    for one in &bound {
        let rows = choice.in_study(&one.id).rows;
        if blinding::would_conflict(cx, one, Some(user), &rows, &[]).await? {
            return no(blinding::BLINDING, &blinding::REFUSED);
        }
    }
    Ok(Ok(bound))
}

/// Why the first of a batch's people was refused, in Chinese and English; for a batch that is done.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// A stable word for programs.
    pub reason: String,
    /// A sentence.
    pub text: Text,
}

/// How a batch ended; `None` while it is under way.
pub async fn ended(cx: &mut ReadCtx, batch: &Id) -> Result<Option<Result<(), Refusal>>, Error> {
    let Some(found) = batches::get(cx, batch).await?.filter(|found| found.state == "done") else { return Ok(None) };
    let failed = batches::items(cx, &found.id).await?.into_iter().find(|item| item.state == "failed");
    Ok(Some(match failed {
        None => Ok(()),
        Some(item) => Err(Refusal {
            reason: item.reason.unwrap_or_default(),
            text: Text::made(item.message_zh.unwrap_or_default(), item.message_en.unwrap_or_default()),
        }),
    }))
}
