//! What imports have in common: the request with its file, and what is told of it.

use std::collections::BTreeMap;

use axum::extract::FromRef;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Exports, Line, read};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Event};
use crate::kernel::error::{Code, Error, Locale, Problems, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;

/// Octets of a request: ten thousand rows fit.
pub const MAX_BODY: usize = 8 * 1024 * 1024;
/// Errors that are told one by one.
const TOLD: usize = 200;

/// What is wrong with a row.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RowError {
    /// The row, as an office program counts them.
    row: usize,
    /// The field.
    field: String,
    /// What is wrong, in the caller's language.
    message: String,
}

/// What became of a file.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportResult {
    /// Whether it was written. Not after a try, and not where a row is wrong.
    pub applied: bool,
    /// Rows below the header.
    pub total: usize,
    /// Records that were made, or would be.
    pub created: usize,
    /// Records that are there already, just so.
    pub unchanged: usize,
    /// How many errors there are.
    pub error_count: usize,
    /// The first 200 of them.
    pub errors: Vec<RowError>,
}

impl ImportResult {
    /// Of a file with so many rows.
    #[must_use]
    pub fn of(total: usize) -> Self {
        Self { total, ..Self::default() }
    }

    /// Whether nothing is written: the file was only tried, or a row of it is wrong.
    #[must_use]
    pub fn stays_out(&self, dry_run: Option<bool>) -> bool {
        dry_run == Some(true) || self.error_count > 0
    }

    /// Counts a row without problems, of a record that is there just so or not; whether it is to be made.
    pub const fn counts(&mut self, just_so: bool) -> bool {
        if just_so {
            self.unchanged += 1;
        } else {
            self.created += 1;
        }
        !just_so
    }

    /// The result of a file that was written; its line in the audit trail goes before the commit.
    #[must_use]
    pub fn applied(self, cx: &mut Ctx, action: &'static str, resource: &'static str, tenant: Option<Id>) -> Self {
        cx.audit_event(Event {
            action,
            resource,
            record: "import".to_owned(),
            tenant,
            after: Some(json!({ "total": self.total, "created": self.created, "unchanged": self.unchanged })),
            ..Event::default()
        });
        Self { applied: true, ..self }
    }

    /// Whether a row has no problems; those that it has are told.
    pub fn takes(&mut self, row: usize, problems: Problems, locale: Locale) -> bool {
        let Err(error) = problems.into_result() else { return true };
        self.error_count += error.fields.len();
        let room = TOLD.saturating_sub(self.errors.len());
        let told = error.fields.into_iter().map(|(field, text)| {
            let message = text.in_locale(locale).to_owned();
            RowError { row, field, message }
        });
        self.errors.extend(told.take(room));
        false
    }
}

/// A field with what its column is called in both languages.
pub type Field = (&'static str, [&'static str; 2]);

/// Which column has which field.
#[derive(Debug)]
pub struct Columns(BTreeMap<&'static str, usize>);

impl Columns {
    /// Finds the fields in a header; the first `needed` must be there.
    pub fn of(header: &Line, fields: &[Field], needed: usize) -> Result<Self, Error> {
        let at = |names: &[&str; 2]| header.cells.iter().position(|cell| names.iter().any(|n| fold(n) == fold(cell)));
        let found: BTreeMap<_, _> = fields.iter().filter_map(|(field, names)| Some((*field, at(names)?))).collect();
        for (field, [zh, en]) in &fields[..needed] {
            if !found.contains_key(field) {
                let text = Text::made(format!("缺少列：{zh}"), format!("this column is missing: {en}"));
                return Err(Error::field("content", text));
            }
        }
        Ok(Self(found))
    }

    /// Whether there is a column of a field.
    #[must_use]
    pub fn has(&self, field: &str) -> bool {
        self.0.contains_key(field)
    }

    /// What a row says of country, province and city.
    #[must_use]
    pub fn place(&self, line: &Line) -> [String; 3] {
        ["countryId", "provinceId", "cityId"].map(|field| self.get(line, field))
    }

    /// What a row says of a field; empty where it says nothing.
    #[must_use]
    pub fn get(&self, line: &Line, field: &str) -> String {
        self.0.get(field).and_then(|at| line.cells.get(*at)).cloned().unwrap_or_default()
    }
}

/// A file.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRequest {
    /// The file in base64: CSV in UTF-8, or XLSX.
    pub content: Option<String>,
    /// Only try it; nothing is written.
    pub dry_run: Option<bool>,
}

/// What operations work with that take or make files.
#[derive(Clone)]
pub struct ImportState {
    /// Database, clock, randomness.
    pub kernel: Kernel,
    /// Bounds how many files are worked on at once.
    pub exports: Exports,
}

impl FromRef<ImportState> for Kernel {
    fn from_ref(state: &ImportState) -> Self {
        state.kernel.clone()
    }
}

impl Exports {
    /// The rows of a file that came in base64, read off the async threads.
    pub async fn open(&self, content: String) -> Result<Vec<Line>, Error> {
        if content.is_empty() {
            return Err(Error::field("content", Text::new("请选择文件", "please choose a file")));
        }
        let octets = STANDARD.decode(content.trim()).map_err(|error| Error::new(Code::Malformed).source(error))?;
        // Not kept beside what it holds.
        drop(content);
        self.run(move || read::read(&octets)).await?
    }
}
