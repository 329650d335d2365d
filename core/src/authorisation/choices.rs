//! The choices of a column: the platform's own, or the plugin's, for one study or for several.

use std::collections::BTreeSet;

use super::Authorisation;
use super::context::{context, of_tenant};
use super::failures::Call;
use super::model::OptionsRequest;
use super::selection::from_platform;
use super::service::{projects_column, unknown};
use super::store;
use crate::host::model::{Choice, Column, Kind, Page, Query};
use crate::host::{Phase, Target};
use crate::kernel::ctx::ReadCtx;
use crate::kernel::error::{Error, Text};
use crate::kernel::id::Id;
use crate::kernel::page::Term;
use crate::kernel::window::{Cursor, Walk};
use crate::resources::domains::{self, StudyBinding};
use crate::resources::sites;
use crate::resources::software::Software;

/// Choices on a page of the platform's own columns.
const CHOICES: i64 = 100;
/// Where studies are joined, a page ends after this many choices or studies.
const ENOUGH: usize = 100;
const STUDIES_OF_A_PAGE: usize = 8;
/// The most studies that are joined.
const MAX_STUDIES: usize = 200;

impl Authorisation {
    /// A page of choices, from the platform or from the plugin. Of several picked studies, the choices are joined in
    /// the order of the studies; one that several studies have is there once a page.
    pub(super) async fn options(
        &self,
        mut cx: ReadCtx,
        software: &Software,
        ask: OptionsRequest,
    ) -> Result<Page, Error> {
        let panel = self.definition(&cx, &ask.tenant_id, software).await?;
        let column = panel.columns.iter().find(|c| c.key == ask.column).ok_or_else(|| unknown("column"))?;
        let mut bound = Vec::new();
        for picked in projects_column(&panel).map_or_else(Vec::new, |c| picks_of(&ask, &c.key)) {
            let id = Id::try_from(picked.clone()).map_err(|_| unknown("picked"))?;
            let found = store::bound(&mut cx, &ask.tenant_id, &software.id, &id).await?;
            bound.push(found.ok_or_else(|| unknown("picked"))?);
        }
        match bound.as_slice() {
            [] => self.one_page(&mut cx, software, column, None, (&ask, ask.cursor.clone())).await,
            [one] => self.one_page(&mut cx, software, column, Some(one), (&ask, ask.cursor.clone())).await,
            several if several.len() <= MAX_STUDIES => self.joined(&mut cx, software, column, several, &ask).await,
            _ => Err(unknown("picked")),
        }
    }

    /// The choices of several studies. The cursor is the place of a study and that study's own cursor.
    async fn joined(
        &self,
        cx: &mut ReadCtx,
        software: &Software,
        column: &Column,
        bound: &[StudyBinding],
        ask: &OptionsRequest,
    ) -> Result<Page, Error> {
        let (mut place, mut cursor) = match &ask.cursor {
            None => (0, None),
            Some(text) => {
                let (place, rest) = text.split_once('|').ok_or_else(|| unknown("cursor"))?;
                let place: usize = place.parse().map_err(|_| unknown("cursor"))?;
                (place, Some(rest.to_owned()).filter(|rest| !rest.is_empty()))
            }
        };
        let (mut choices, mut seen) = (Vec::new(), BTreeSet::new());
        for _ in 0..STUDIES_OF_A_PAGE {
            let Some(one) = bound.get(place) else { break };
            let page = self.one_page(cx, software, column, Some(one), (ask, cursor.take())).await?;
            choices.extend(page.choices.into_iter().filter(|choice| seen.insert(choice.id.clone())));
            cursor = page.next;
            if cursor.is_none() {
                place += 1;
            }
            if choices.len() >= ENOUGH {
                break;
            }
        }
        let more = place < bound.len();
        let next = more.then(|| format!("{place}|{}", cursor.unwrap_or_default()));
        Ok(Page { choices, next })
    }

    /// A page for one study, or for none yet.
    async fn one_page(
        &self,
        cx: &mut ReadCtx,
        software: &Software,
        column: &Column,
        bound: Option<&StudyBinding>,
        (ask, cursor): (&OptionsRequest, Option<String>),
    ) -> Result<Page, Error> {
        if from_platform(column) {
            return platform_choices(cx, software, column, bound, (ask, cursor.as_deref())).await;
        }
        let context = match bound {
            Some(bound) => context(cx, bound, &[]).await?,
            None => of_tenant(cx, &ask.tenant_id, &software.id).await?,
        };
        // No database connection is held while the plugin runs.
        cx.release();
        let query = Query {
            column: ask.column.clone(),
            part: ask.part,
            tab: ask.tab.clone(),
            search: ask.search.clone(),
            picked: ask.picked.clone(),
            cursor,
        };
        let call = Call { tenant: &ask.tenant_id, web_code: &software.web_code, digest: None, phase: Phase::Options };
        let answer = self.host.options(Target::Slot(&software.web_code), context, query).await;
        self.answered(cx, &call, answer).await
    }
}

/// What is picked in a column.
fn picks_of<'a>(ask: &'a OptionsRequest, column: &str) -> Vec<&'a String> {
    ask.picked.iter().filter(|picked| picked.column == column).map(|picked| &picked.id).collect()
}

async fn platform_choices(
    cx: &mut ReadCtx,
    software: &Software,
    column: &Column,
    bound: Option<&StudyBinding>,
    (ask, cursor): (&OptionsRequest, Option<&str>),
) -> Result<Page, Error> {
    let too_long = |_| Error::field("search", Text::new("搜索内容过长", "the search text is too long"));
    let walk = Walk {
        search: Term::parse(&ask.search).map_err(too_long)?,
        after: cursor.map(Cursor::parse).transpose()?,
        limit: CHOICES,
    };
    let choice = |id: &Id, label: String| Choice { id: id.to_string(), label, note: None, disabled: false };
    let (choices, next) = match (column.kind, bound) {
        (Kind::Projects, _) => {
            let window = domains::bindings(cx, &ask.tenant_id, &software.id, &walk).await?;
            let rows = window.rows.iter().map(|b| choice(&b.id, format!("{} · {}", b.study_code, b.study_name)));
            (rows.collect(), window.next)
        }
        (_, Some(bound)) => {
            let window = sites::of_study(cx, &bound.study_id, &walk).await?;
            let rows = window.rows.iter().map(|s| choice(&s.id, format!("{} · {}", s.code, s.nick_name)));
            (rows.collect(), window.next)
        }
        (_, None) => (Vec::new(), None),
    };
    Ok(Page { choices, next: next.map(|cursor| cursor.text()).transpose()? })
}
