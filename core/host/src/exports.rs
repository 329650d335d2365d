//! The exports, one type each: the input, the call and the answer.

use std::collections::BTreeSet;
use std::future::Future;

use wasmtime::Store;

use super::{
    convert::{self, Texts},
    error::HostError,
    model::{self, Batch, Claims, Definition, Grant, Issue, Outcome, Page, Projection},
    plugin::Plugin,
    projection, reconcile,
    settings::Phase,
    state::CallState,
    wit::{claims, initialise, panel, provision, survey, types},
};

/// The result of a guest's function: outside, a trap or another failure of the runtime; inside, the plugin's own error.
pub(super) type Returned<T> = wasmtime::Result<Result<T, types::Fault>>;

/// One export of the interface.
pub(super) trait Export: Send + Sync + 'static {
    /// The phase, which sets its budgets.
    const PHASE: Phase;
    /// The guest's answer.
    type Raw: Send + 'static;
    /// The answer for the caller.
    type Answer: Send + 'static;

    /// Instantiates the plugin in a fresh store and calls it.
    fn call(
        &self,
        plugin: &Plugin,
        store: &mut Store<CallState>,
        context: &types::Ctx,
    ) -> impl Future<Output = Returned<Self::Raw>> + Send;

    /// Checks and localises the answer.
    fn accept(&self, raw: Self::Raw, texts: Texts<'_>) -> Result<Self::Answer, HostError>;

    /// The approximate size of the input, in bytes.
    fn size(&self) -> usize;
}

async fn panel(plugin: &Plugin, store: &mut Store<CallState>) -> wasmtime::Result<panel::Guest> {
    let instance = plugin.pre.instantiate_async(&mut *store).await?;
    plugin.panel.load(&mut *store, &instance)
}

/// Instantiates the plugin and looks up every export with its type: a changed record type passes all earlier checks.
pub(super) struct Trial;

impl Export for Trial {
    const PHASE: Phase = Phase::Describe;
    type Raw = ();
    type Answer = ();

    async fn call(&self, plugin: &Plugin, store: &mut Store<CallState>, _context: &types::Ctx) -> Returned<()> {
        let instance = plugin.pre.instantiate_async(&mut *store).await?;
        plugin.panel.load(&mut *store, &instance)?;
        plugin.provision.load(&mut *store, &instance)?;
        if let Some(claims) = &plugin.claims {
            claims.load(&mut *store, &instance)?;
        }
        if let Some(initialise) = &plugin.initialise {
            initialise.load(&mut *store, &instance)?;
        }
        if let Some(survey) = &plugin.survey {
            survey.load(&mut *store, &instance)?;
        }
        Ok(Ok(()))
    }

    fn accept(&self, (): (), _texts: Texts<'_>) -> Result<(), HostError> {
        Ok(())
    }

    fn size(&self) -> usize {
        0
    }
}

pub(super) struct Describe;

impl Export for Describe {
    const PHASE: Phase = Phase::Describe;
    type Raw = panel::Definition;
    type Answer = Definition;

    async fn call(&self, plugin: &Plugin, store: &mut Store<CallState>, context: &types::Ctx) -> Returned<Self::Raw> {
        let guest = panel(plugin, store).await?;
        guest.call_describe(store, context).await
    }

    fn accept(&self, raw: Self::Raw, texts: Texts<'_>) -> Result<Definition, HostError> {
        convert::definition(raw, texts)
    }

    fn size(&self) -> usize {
        0
    }
}

pub(super) struct Options {
    query: panel::Query,
}

impl Options {
    pub(super) fn new(query: model::Query) -> Self {
        Self { query: convert::query(query) }
    }
}

impl Export for Options {
    const PHASE: Phase = Phase::Options;
    type Raw = panel::Page;
    type Answer = Page;

    async fn call(&self, plugin: &Plugin, store: &mut Store<CallState>, context: &types::Ctx) -> Returned<Self::Raw> {
        let guest = panel(plugin, store).await?;
        guest.call_options(store, context, &self.query).await
    }

    fn accept(&self, raw: Self::Raw, texts: Texts<'_>) -> Result<Page, HostError> {
        convert::page(raw, texts)
    }

    fn size(&self) -> usize {
        let picked = self.query.picked.iter();
        self.query.column.len()
            + self.query.search.len()
            + self.query.cursor.as_ref().map_or(0, String::len)
            + picked.map(|(a, b)| a.len() + b.len() + 16).sum::<usize>()
    }
}

pub(super) struct Validate {
    grants: Vec<types::Grant>,
}

impl Validate {
    pub(super) fn new(grants: Vec<Grant>) -> Self {
        Self { grants: convert::grants(grants) }
    }
}

impl Export for Validate {
    const PHASE: Phase = Phase::Validate;
    type Raw = Vec<panel::Issue>;
    type Answer = Vec<Issue>;

    async fn call(&self, plugin: &Plugin, store: &mut Store<CallState>, context: &types::Ctx) -> Returned<Self::Raw> {
        let guest = panel(plugin, store).await?;
        guest.call_validate(store, context, &self.grants).await
    }

    fn accept(&self, raw: Self::Raw, texts: Texts<'_>) -> Result<Vec<Issue>, HostError> {
        convert::issues(raw, self.grants.len(), texts)
    }

    fn size(&self) -> usize {
        convert::grants_size(&self.grants)
    }
}

pub(super) struct Apply {
    batch: provision::Batch,
    ids: Vec<String>,
}

impl Apply {
    pub(super) fn new(batch: Batch) -> Self {
        Self { ids: batch.items.iter().map(|item| item.item_id.clone()).collect(), batch: convert::batch(batch) }
    }
}

impl Export for Apply {
    const PHASE: Phase = Phase::Apply;
    type Raw = provision::Outcome;
    type Answer = Outcome;

    async fn call(&self, plugin: &Plugin, store: &mut Store<CallState>, context: &types::Ctx) -> Returned<Self::Raw> {
        let instance = plugin.pre.instantiate_async(&mut *store).await?;
        let guest = plugin.provision.load(&mut *store, &instance)?;
        guest.call_apply(store, context, &self.batch).await
    }

    fn accept(&self, raw: Self::Raw, texts: Texts<'_>) -> Result<Outcome, HostError> {
        reconcile::reconcile(&self.ids, raw, texts)
    }

    fn size(&self) -> usize {
        let item = |item: &provision::Item| {
            let person = &item.person;
            64 + item.item_id.len()
                + person.id.len()
                + person.login.len()
                + person.email.len()
                + person.display_name.len()
                + convert::grants_size(&item.before)
                + convert::grants_size(&item.after)
        };
        self.batch.items.iter().map(item).sum()
    }
}

pub(super) struct Project {
    subject: String,
    grants: Vec<types::Grant>,
    scopes: Vec<String>,
}

impl Project {
    pub(super) fn new(projection: Projection) -> Self {
        Self { subject: projection.subject, grants: convert::grants(projection.grants), scopes: projection.scopes }
    }
}

impl Export for Project {
    const PHASE: Phase = Phase::Claims;
    type Raw = Vec<claims::Claim>;
    type Answer = Claims;

    async fn call(&self, plugin: &Plugin, store: &mut Store<CallState>, context: &types::Ctx) -> Returned<Self::Raw> {
        // A plugin of the smaller world has no claims for tokens.
        let Some(claims) = &plugin.claims else {
            return Ok(Ok(Vec::new()));
        };
        let instance = plugin.pre.instantiate_async(&mut *store).await?;
        let guest = claims.load(&mut *store, &instance)?;
        guest.call_project(store, context, &self.subject, &self.grants, &self.scopes).await
    }

    fn accept(&self, raw: Self::Raw, _texts: Texts<'_>) -> Result<Claims, HostError> {
        projection::claims(raw)
    }

    fn size(&self) -> usize {
        let scopes = self.scopes.iter().map(|scope| scope.len() + 8);
        self.subject.len() + convert::grants_size(&self.grants) + scopes.sum::<usize>()
    }
}

pub(super) struct Initialise {
    tenant: initialise::Tenant,
    key: String,
}

impl Initialise {
    pub(super) fn new(tenant: model::Tenant, key: String) -> Self {
        let model::Tenant { id, name, url } = tenant;
        Self { tenant: initialise::Tenant { id, name, url }, key }
    }
}

impl Export for Initialise {
    const PHASE: Phase = Phase::Initialise;
    type Raw = ();
    type Answer = ();

    async fn call(&self, plugin: &Plugin, store: &mut Store<CallState>, context: &types::Ctx) -> Returned<()> {
        let Some(initialise) = &plugin.initialise else {
            return Ok(Err(types::Fault::Internal("it initialises nothing".to_owned())));
        };
        let instance = plugin.pre.instantiate_async(&mut *store).await?;
        let guest = initialise.load(&mut *store, &instance)?;
        guest.call_initialise(store, context, &self.tenant, &self.key).await
    }

    fn accept(&self, (): (), _texts: Texts<'_>) -> Result<(), HostError> {
        Ok(())
    }

    fn size(&self) -> usize {
        self.tenant.id.len() + self.tenant.name.len() + self.tenant.url.len() + self.key.len()
    }
}

pub(super) struct Survey {
    whom: survey::Whom,
    asked: Option<BTreeSet<String>>,
}

impl Survey {
    pub(super) fn new(whom: model::Whom) -> Self {
        match whom {
            model::Whom::People(ids) => {
                Self { asked: Some(ids.iter().cloned().collect()), whom: survey::Whom::People(ids) }
            }
            model::Whom::Everybody(cursor) => Self { asked: None, whom: survey::Whom::Everybody(cursor) },
        }
    }
}

impl Export for Survey {
    const PHASE: Phase = Phase::Survey;
    type Raw = survey::Page;
    type Answer = model::Holdings;

    async fn call(&self, plugin: &Plugin, store: &mut Store<CallState>, context: &types::Ctx) -> Returned<Self::Raw> {
        let Some(survey) = &plugin.survey else {
            return Ok(Err(types::Fault::Internal("it surveys nothing".to_owned())));
        };
        let instance = plugin.pre.instantiate_async(&mut *store).await?;
        let guest = survey.load(&mut *store, &instance)?;
        guest.call_survey(store, context, &self.whom).await
    }

    fn accept(&self, raw: Self::Raw, _texts: Texts<'_>) -> Result<model::Holdings, HostError> {
        convert::holdings(raw, self.asked.as_ref())
    }

    fn size(&self) -> usize {
        match &self.whom {
            survey::Whom::People(ids) => ids.iter().map(|id| id.len() + 8).sum(),
            survey::Whom::Everybody(cursor) => cursor.as_ref().map_or(0, String::len),
        }
    }
}
