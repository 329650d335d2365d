//! Asks a trial system what it holds, and compares it with the grants.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::allowed::{self, Place};
use super::super::failures::Call;
use super::super::model::Held;
use super::super::reading::Source;
use super::super::selection::picks;
use super::super::service::projects_column;
use super::super::shown::{self, Shown};
use super::super::store::{self as grants, Candidate};
use super::super::{Authorisation, batches, context};
use super::holding::Given;
use crate::host::model::{CallContext, Definition, Grant, Holding, Holdings, Projection, Whom};
use crate::host::{Phase, Target};
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::{Code, Error, Text};
use crate::kernel::id::Id;
use crate::kernel::window::Walk;
use crate::resources::domains::StudyBinding;
use crate::resources::sites;
use crate::resources::software::Software;

/// Grants of a page.
const PAGE: i64 = 50;

/// What is wrong with somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DriftKind)]
pub enum Kind {
    /// They have a grant, and nothing in the system.
    Missing,
    /// They have other things in the system than were granted.
    Different,
    /// They have something in the system, and no grant in effect.
    Extra,
}

/// A difference between the grants and the system.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DriftRow)]
pub struct Difference {
    /// The person, by the id that the system knows.
    pub subject: String,
    /// Full name with user name; for somebody whom the platform does not know, as the system calls them.
    pub label: String,
    /// Whether the platform knows the person.
    pub is_known: bool,
    /// What is wrong.
    pub kind: Kind,
    /// The columns of the panel in which they differ.
    pub columns: Vec<String>,
    /// The sites that were granted.
    pub granted_sites: String,
    /// The roles that were granted.
    pub granted_roles: String,
    /// The sites in the system.
    pub found_sites: String,
    /// The roles in the system.
    pub found_roles: String,
}

/// A page of differences.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DriftPage)]
pub struct Page {
    /// The differences among the people of this page; there may be none although there are more pages.
    pub rows: Vec<Difference>,
    /// How many people of this page were compared.
    pub compared: usize,
    /// The `after` of the next page, if there is one.
    pub next: Option<String>,
}

/// Where a page begins: first come the grants, then everybody in the system.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Start {
    /// After this grant.
    Granted(Option<Id>),
    /// At this cursor of the system.
    Held(Option<String>),
}

impl Start {
    /// Reads an `after`.
    pub fn parse(after: Option<&str>) -> Result<Self, Error> {
        let Some(text) = after.filter(|text| !text.is_empty()) else { return Ok(Self::Granted(None)) };
        serde_json::from_str(text)
            .map_err(|_| Error::field("after", Text::new("无效的分页标记", "not a page of this list")))
    }

    fn text(&self) -> Result<String, Error> {
        Ok(serde_json::to_string(self)?)
    }
}

static UNABLE: Text = Text::new(
    "该系统的插件不支持读取系统中的现有授权，无法对账",
    "the system's plugin cannot say what the system holds, so that nothing can be compared",
);

/// A study of a system that is compared.
pub struct Compared<'a> {
    pub software: &'a Software,
    pub bound: &'a StudyBinding,
    pub panel: &'a Definition,
}

impl Compared<'_> {
    const fn place(&self) -> Place<'_> {
        Place { software: self.software, bound: self.bound, panel: self.panel, reason: "" }
    }

    /// Whether a grant's selection is of several studies.
    fn spans(&self, held: &Held) -> bool {
        let Some(column) = projects_column(self.panel) else { return false };
        held.selection.iter().any(|row| picks(row, &column.key).len() > 1)
    }

    /// What a grant gives in this study.
    pub fn given(&self, held: &Held) -> Given {
        Given::of(self.panel, &allowed::in_study(held, &self.place()))
    }
}

impl Authorisation {
    /// A study of a system whose plugin can say what the system holds.
    ///
    /// Errors: [`Code::NotAvailable`] where it cannot.
    pub(super) fn surveys(&self, software: &Software) -> Result<(), Error> {
        let plugin = self.host.active(&software.web_code).ok_or(Code::PluginMissing)?;
        if plugin.surveys { Ok(()) } else { Err(Error::new(Code::NotAvailable).message(UNABLE.clone())) }
    }

    /// The context of a survey: with every site of the study.
    async fn surveying(&self, cx: &mut ReadCtx, bound: &StudyBinding) -> Result<CallContext, Error> {
        let window = sites::of_study(cx, &bound.study_id, &Walk::all()).await?;
        let ids: Vec<Id> = window.rows.into_iter().map(|site| site.id).collect();
        context::context(cx, bound, &ids).await
    }

    /// Asks the system. No database connection is held meanwhile.
    pub(super) async fn survey(&self, cx: &mut ReadCtx, of: &Compared<'_>, whom: Whom) -> Result<Holdings, Error> {
        let about = self.surveying(cx, of.bound).await?;
        cx.release();
        self.ask(cx, of, about, whom).await
    }

    async fn ask(&self, cx: &ReadCtx, of: &Compared<'_>, about: CallContext, whom: Whom) -> Result<Holdings, Error> {
        let web_code = &of.software.web_code;
        let call = Call { tenant: &of.bound.tenant_id, web_code, digest: None, phase: Phase::Survey };
        let answer = self.host.survey(Target::Slot(web_code), about, whom).await;
        self.answered(cx, &call, answer).await
    }

    /// Whether a grant gives what the system holds. A selection of several studies names the things of all of them in
    /// the plugin's own words, so it is compared by what the plugin makes of it for this study: its claims.
    async fn same(&self, of: &Compared<'_>, about: &CallContext, held: &Held, rows: &[Grant]) -> bool {
        let slot = &of.software.web_code;
        if of.spans(held) && !rows.is_empty() && self.host.active(slot).is_some_and(|plugin| plugin.has_claims) {
            let project = async |grants: &[Grant]| {
                let subject = held.user_id.to_string();
                let projection = Projection { subject, grants: grants.to_vec(), scopes: Vec::new() };
                self.host.project(Target::Slot(slot), about.clone(), projection).await.ok()
            };
            if let (Some(granted), Some(has)) = (project(&held.selection).await, project(rows).await) {
                return granted == has;
            }
        }
        of.given(held) == Given::of(of.panel, rows)
    }

    /// A page of the differences in a study. `cx` must not have written.
    pub(super) async fn compare(&self, cx: &mut ReadCtx, of: &Compared<'_>, from: Start) -> Result<Page, Error> {
        match from {
            Start::Granted(after) => self.compare_grants(cx, of, after.as_ref()).await,
            Start::Held(cursor) => self.compare_held(cx, of, cursor).await,
        }
    }

    /// People with a grant: are they in the system, and with the same?
    async fn compare_grants(&self, cx: &mut ReadCtx, of: &Compared<'_>, after: Option<&Id>) -> Result<Page, Error> {
        let held = grants::standing(cx, &of.bound.id, after, PAGE).await?;
        let next = match held.last().filter(|_| held.len() >= usize::try_from(PAGE).unwrap_or(usize::MAX)) {
            Some(last) => Start::Granted(Some(last.id.clone())),
            None => Start::Held(None),
        };
        let mut page = Page { rows: Vec::new(), compared: held.len(), next: Some(next.text()?) };
        if held.is_empty() {
            return Ok(page);
        }
        let ids: Vec<String> = held.iter().map(|one| one.user_id.to_string()).collect();
        let about = self.surveying(cx, of.bound).await?;
        cx.release();
        let found = self.ask(cx, of, about.clone(), Whom::People(ids)).await?;
        let found: BTreeMap<String, Holding> =
            found.holdings.into_iter().map(|one| (one.person.clone(), one)).collect();
        let users = || held.iter().map(|one| one.user_id.clone());
        let busy = batches::under_way(cx, &of.bound.id, users(), None).await?;
        let people = grants::people(cx, users()).await?;
        let mut odd = Vec::new();
        for one in &held {
            let there = found.get(one.user_id.as_str());
            let rows = there.map(|there| there.grants.clone()).unwrap_or_default();
            if busy.contains(&one.user_id) || self.same(of, &about, one, &rows).await {
                continue;
            }
            let (granted, has) = (of.given(one), Given::of(of.panel, &rows));
            let kind = if has.is_nothing() { Kind::Missing } else { Kind::Different };
            let row = Difference {
                subject: one.user_id.to_string(),
                label: people.get(&one.user_id).map(Candidate::label).unwrap_or_default(),
                is_known: true,
                kind,
                columns: granted.differing(&has, of.panel),
                granted_sites: shown::site_names(&one.shown),
                granted_roles: shown::role_names(&one.shown),
                found_sites: String::new(),
                found_roles: String::new(),
            };
            odd.push((row, rows));
        }
        page.rows = self.named(cx, of, odd).await?;
        Ok(page)
    }

    /// People in the system who have no grant in effect.
    async fn compare_held(&self, cx: &mut ReadCtx, of: &Compared<'_>, cursor: Option<String>) -> Result<Page, Error> {
        let found = self.survey(cx, of, Whom::Everybody(cursor.clone())).await?;
        if found.next.is_some() && found.next == cursor {
            return Err(Code::PluginFailed.into());
        }
        let next = found.next.map(|next| Start::Held(Some(next)).text()).transpose()?;
        let users: Vec<Id> = found.holdings.iter().filter_map(|one| Id::try_from(one.person.clone()).ok()).collect();
        let granted = grants::held(cx, &of.bound.id, users.iter().cloned()).await?;
        let granted: BTreeSet<Id> = granted.into_iter().filter(Held::stands).map(|one| one.user_id).collect();
        let busy = batches::under_way(cx, &of.bound.id, users.iter().cloned(), None).await?;
        let people = grants::people(cx, users).await?;
        let compared = found.holdings.len();
        let mut odd = Vec::new();
        for one in found.holdings {
            let known = Id::try_from(one.person.clone()).ok().and_then(|id| people.get_key_value(&id));
            let has = Given::of(of.panel, &one.grants);
            if known.is_some_and(|(id, _)| granted.contains(id) || busy.contains(id)) || has.is_nothing() {
                continue;
            }
            let row = Difference {
                label: known.map_or_else(|| format!("{} ({})", one.display_name, one.login), |(_, who)| who.label()),
                is_known: known.is_some(),
                subject: one.person,
                kind: Kind::Extra,
                columns: Vec::new(),
                granted_sites: String::new(),
                granted_roles: String::new(),
                found_sites: String::new(),
                found_roles: String::new(),
            };
            odd.push((row, one.grants));
        }
        Ok(Page { rows: self.named(cx, of, odd).await?, compared, next })
    }

    /// Names what the system holds, as the panel does: all rows of the page at once, so that each list is read once.
    async fn named(
        &self,
        cx: &mut ReadCtx,
        of: &Compared<'_>,
        odd: Vec<(Difference, Vec<Grant>)>,
    ) -> Result<Vec<Difference>, Error> {
        let all: Vec<Grant> = odd.iter().flat_map(|(_, rows)| rows.clone()).collect();
        if all.is_empty() {
            return Ok(odd.into_iter().map(|(row, _)| row).collect());
        }
        let bound = std::slice::from_ref(of.bound);
        let source = Source { tenant: &of.bound.tenant_id, software: of.software, panel: of.panel, bound };
        let read = self.read_out(cx.new_read_transaction(), &source, &all).await?;
        let mut from = 0;
        let rows = odd.into_iter().map(|(row, rows)| {
            let mine = from..from + rows.len();
            from += rows.len();
            let mine: Vec<Shown> = read.iter().filter(|one| mine.contains(&one.row)).cloned().collect();
            Difference { found_sites: shown::site_names(&mine), found_roles: shown::role_names(&mine), ..row }
        });
        Ok(rows.collect())
    }
}
