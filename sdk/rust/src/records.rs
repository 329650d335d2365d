//! Short constructors and readers of the interface's records.

use serde::Serialize;

use crate::{
    Cell, Choice, Claim, Column, Ctx, Failure, Fault, Grant, Issue, Kind, Message, Pair, Query, Reason, Severity,
    Success,
};

/// Suffix of the role part of a `role-environment` column: `<key>.role`.
pub const ROLE: &str = ".role";
/// Suffix of the environment part of a `role-environment` column: `<key>.environment`.
pub const ENVIRONMENT: &str = ".environment";

impl Message {
    /// A message under a key of the catalogues. The fallback is shown where the key is missing.
    /// Both may hold `{name}` placeholders.
    pub fn new(key: impl Into<String>, fallback: impl Into<String>) -> Self {
        Self { key: key.into(), args: Vec::new(), fallback: fallback.into() }
    }

    /// Adds an argument. The host treats it as text, never as markup.
    #[must_use]
    pub fn arg(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.args.push((name.into(), value.into()));
        self
    }
}

impl Fault {
    /// A failure of the plugin itself. The text goes to the log only.
    pub fn internal(text: impl Into<String>) -> Self {
        Self::Internal(text.into())
    }
}

impl Column {
    /// An optional column for one choice, without dependencies.
    pub fn new(key: impl Into<String>, kind: Kind, label: Message) -> Self {
        Self {
            key: key.into(),
            kind,
            label,
            required: false,
            multiple: false,
            depends_on: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// Requires a choice in this column.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Allows several choices.
    #[must_use]
    pub fn multiple(mut self) -> Self {
        self.multiple = true;
        self
    }

    /// Makes its choices depend on those of `column`.
    #[must_use]
    pub fn depends_on(mut self, column: impl Into<String>) -> Self {
        self.depends_on.push(column.into());
        self
    }

    /// Adds a hint. Hosts ignore unknown hints.
    #[must_use]
    pub fn hint(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.hints.push((name.into(), value.into()));
        self
    }

    /// Draws the choices of this column as the tabs of the panel. It has no cell: what it offers is the `tab` of a
    /// selection and of a query, and the columns that depend on it are asked for with that tab.
    #[must_use]
    pub fn tabs(self) -> Self {
        self.hint("layout", "tabs")
    }

    /// Names the two values of a flag by keys of the catalogues; without them they are yes and no.
    #[must_use]
    pub fn named(self, yes: &str, no: &str) -> Self {
        self.hint("label.true", yes).hint("label.false", no)
    }

    /// The sentence, by its key of the catalogues, that says that nothing is selected in this column.
    #[must_use]
    pub fn when_missing(self, key: &str) -> Self {
        self.hint("missing", key)
    }

    /// Makes the platform fill the column from its own studies and sites.
    #[must_use]
    pub fn platform(self) -> Self {
        self.hint("source", "platform")
    }
}

impl Choice {
    /// A choice that can be picked, without a note.
    pub fn new(id: impl Into<String>, label: impl Into<String>) -> Self {
        Self { id: id.into(), label: label.into(), note: None, disabled: false }
    }
}

impl Issue {
    /// An issue that prevents a grant from being saved.
    pub fn error(grant: u32, column: impl Into<String>, message: Message) -> Self {
        Self { grant, column: Some(column.into()), severity: Severity::Error, message }
    }

    /// An issue to review, which does not prevent saving.
    pub fn warning(grant: u32, column: impl Into<String>, message: Message) -> Self {
        Self { grant, column: Some(column.into()), severity: Severity::Warning, message }
    }
}

impl Success {
    /// An item that was provisioned.
    pub fn new(item_id: impl Into<String>, external_ref: Option<String>) -> Self {
        Self { item_id: item_id.into(), external_ref }
    }
}

impl Failure {
    /// An item that failed and that will not succeed on a retry.
    pub fn new(item_id: impl Into<String>, reason: Reason, message: Message) -> Self {
        Self { item_id: item_id.into(), reason, retry_after_ms: None, message }
    }
}

impl Claim {
    /// A claim of any JSON value.
    ///
    /// # Errors
    /// [`Fault::Internal`] when the value cannot be serialised as JSON (a map with keys that are not texts).
    pub fn new(name: impl Into<String>, value: &impl Serialize) -> Result<Self, Fault> {
        let json = serde_json::to_string(value).map_err(|error| Fault::internal(error.to_string()))?;
        Ok(Self { name: name.into(), json })
    }
}

/// Reads the context of a call.
pub trait CtxExt {
    /// A setting of the study.
    fn setting(&self, name: &str) -> Option<&str>;

    /// The value of one of the plugin's own settings, as `manifest.toml` declares them: what an operator filled in for
    /// the tenant or for the platform, or else the default. Secrets are sent by the host, and never read here.
    fn config(&self, key: &str) -> Option<&str> {
        self.setting(&format!("setting.{key}"))
    }

    /// The code of a platform site of this call.
    fn site_code(&self, id: &str) -> Option<&str> {
        self.setting(&format!("site.{id}.code"))
    }

    /// The platform's id of a site, by its code; the code itself where the platform has no such site.
    fn site_id(&self, code: &str) -> String;

    /// How many sites the study has on the platform.
    fn site_count(&self) -> Option<usize> {
        self.setting("study.site_count")?.parse().ok()
    }
}

impl CtxExt for Ctx {
    fn site_id(&self, code: &str) -> String {
        let id = |name: &str| name.strip_prefix("site.")?.strip_suffix(".code").map(ToOwned::to_owned);
        let found = self.study.settings.iter().find_map(|(name, value)| id(name).filter(|_| value == code));
        found.unwrap_or_else(|| code.to_owned())
    }

    fn setting(&self, name: &str) -> Option<&str> {
        let found = self.study.settings.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// Reads an options query.
pub trait QueryExt {
    /// The picks in a column, in the administrator's order.
    fn picked(&self, column: &str) -> impl Iterator<Item = &str>;
}

impl QueryExt for Query {
    fn picked(&self, column: &str) -> impl Iterator<Item = &str> {
        self.picked.iter().filter(move |(key, _)| key == column).map(|(_, id)| id.as_str())
    }
}

/// Reads a grant.
pub trait GrantExt {
    /// The cell of a column.
    fn cell(&self, column: &str) -> Option<&Cell>;

    /// The picks of a column; empty if it is absent or of another kind.
    fn picks(&self, column: &str) -> &[String] {
        match self.cell(column) {
            Some(Cell::Picks(picks)) => picks,
            _ => &[],
        }
    }

    /// The flag of a column.
    fn flag(&self, column: &str) -> Option<bool> {
        match self.cell(column) {
            Some(Cell::Flag(flag)) => Some(*flag),
            _ => None,
        }
    }

    /// The pairs of a column; empty if it is absent or of another kind.
    fn pairs(&self, column: &str) -> &[Pair] {
        match self.cell(column) {
            Some(Cell::Pairs(pairs)) => pairs,
            _ => &[],
        }
    }
}

impl GrantExt for Grant {
    fn cell(&self, column: &str) -> Option<&Cell> {
        self.cells.iter().find(|(key, _)| key == column).map(|(_, cell)| cell)
    }
}
