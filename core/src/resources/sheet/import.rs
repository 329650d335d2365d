//! The common parts of imports: the request with its file, and the result.

use std::collections::BTreeMap;

use axum::extract::FromRef;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::write::stamp;
use super::{Exports, Line, read};
use crate::files::{NewFile, Purpose, Written, plain_name};
use crate::kernel::Kernel;
use crate::kernel::ctx::{Ctx, Event, Permission, ReadCtx};
use crate::kernel::error::{Code, Error, Locale, Problems, Text};
use crate::kernel::fold::fold;
use crate::kernel::id::Id;

/// The longest request, in octets: enough for ten thousand rows.
pub const MAX_BODY: usize = 8 * 1024 * 1024;
/// The most errors in a result.
const TOLD: usize = 200;

/// An error of a row.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RowError {
    /// The row number, as a spreadsheet program counts.
    row: usize,
    /// The field.
    field: String,
    /// The error message, in the caller's language.
    message: String,
}

/// The result of an import.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportResult {
    /// Whether the file was written. False when it was only checked, and where a row is wrong.
    pub applied: bool,
    /// Rows below the header.
    pub total: usize,
    /// Records that were made, or would be made.
    pub created: usize,
    /// Records that already exist with the same values.
    pub unchanged: usize,
    /// How many errors there are.
    pub error_count: usize,
    /// The first 200 of them.
    pub errors: Vec<RowError>,
}

impl ImportResult {
    /// The result of a file with so many rows.
    #[must_use]
    pub fn of(total: usize) -> Self {
        Self { total, ..Self::default() }
    }

    /// Whether nothing is written: the file was only checked, or a row is wrong.
    #[must_use]
    pub fn stays_out(&self, dry_run: Option<bool>) -> bool {
        dry_run == Some(true) || self.error_count > 0
    }

    /// Counts a row without errors; returns whether its record must be made.
    pub const fn counts(&mut self, just_so: bool) -> bool {
        if just_so {
            self.unchanged += 1;
        } else {
            self.created += 1;
        }
        !just_so
    }

    /// The result after writing the file; call it before the commit, as it audits the import and keeps the file.
    pub async fn applied(
        self,
        cx: &mut Ctx,
        file: Option<Written>,
        (action, resource): (&'static str, &'static str),
        tenant: Option<Id>,
    ) -> Result<Self, Error> {
        if let Some(file) = file {
            file.keep(cx).await?;
        }
        cx.audit_event(Event {
            action,
            resource,
            record: "import".to_owned(),
            tenant,
            after: Some(json!({ "total": self.total, "created": self.created, "unchanged": self.unchanged })),
            ..Event::default()
        });
        Ok(Self { applied: true, ..self })
    }

    /// Whether a row has no errors; adds those that it has to the result.
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

/// A field with the names of its column in both languages.
pub type Field = (&'static str, [&'static str; 2]);

/// The column of each field.
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

    /// Whether the file has a column for the field.
    #[must_use]
    pub fn has(&self, field: &str) -> bool {
        self.0.contains_key(field)
    }

    /// The names of country, province and city in a row.
    #[must_use]
    pub fn place(&self, line: &Line) -> [String; 3] {
        ["countryId", "provinceId", "cityId"].map(|field| self.get(line, field))
    }

    /// The value of a field in a row; empty where there is none.
    #[must_use]
    pub fn get(&self, line: &Line, field: &str) -> String {
        self.0.get(field).and_then(|at| line.cells.get(*at)).cloned().unwrap_or_default()
    }
}

/// A file to import.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRequest {
    /// The file in base64: CSV in UTF-8, or XLSX.
    pub content: Option<String>,
    /// The file's name, under which a copy is kept.
    pub file_name: Option<String>,
    /// Only check the file; nothing is written.
    pub dry_run: Option<bool>,
}

/// A file that was read.
#[derive(Debug)]
pub struct Imported {
    octets: Bytes,
    name: Option<String>,
}

/// The state of operations that read or write files.
#[derive(Clone)]
pub struct ImportState {
    /// The kernel: database, clock, randomness.
    pub kernel: Kernel,
    /// Limits how many files are processed at once.
    pub exports: Exports,
}

impl FromRef<ImportState> for Kernel {
    fn from_ref(state: &ImportState) -> Self {
        state.kernel.clone()
    }
}

impl Exports {
    /// The rows of a base64 file, parsed off the async threads, and the file itself.
    pub async fn open(&self, content: String, name: Option<String>) -> Result<(Vec<Line>, Imported), Error> {
        if content.is_empty() {
            return Err(Error::field("content", Text::new("请选择文件", "please choose a file")));
        }
        let octets = STANDARD.decode(content.trim()).map_err(|error| Error::new(Code::Malformed).source(error))?;
        // Free the text before parsing.
        drop(content);
        let octets = Bytes::from(octets);
        let read = octets.clone();
        let lines = self.run(move || read::read(&read)).await??;
        Ok((lines, Imported { octets, name }))
    }

    /// Stores a file that is about to be written to the database, for [`ImportResult::applied`]; to be called before the
    /// caller's transaction writes. `permission` is what one must be allowed to view in order to read it.
    pub async fn store(
        &self,
        cx: &ReadCtx,
        file: Imported,
        permission: Permission,
        tenant: Option<&Id>,
    ) -> Option<Written> {
        let excel = file.octets.starts_with(b"PK");
        let (ending, media_type) = if excel {
            ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
        } else {
            ("csv", "text/csv; charset=utf-8")
        };
        let name = file.name.as_deref().map(plain_name).filter(|name| !name.is_empty());
        let new = NewFile {
            file_name: name.unwrap_or_else(|| format!("import-{}.{ending}", stamp(cx.now()))),
            purpose: Purpose::Import,
            media_type,
            software: None,
            tenant: tenant.cloned(),
            permission,
        };
        self.files().write(cx, new, file.octets).await
    }
}
