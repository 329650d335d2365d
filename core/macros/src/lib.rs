//! Derives the parts of a declared resource: its statements, and its form. Makes the calls of handlers.
//!
//! `#[derive(Record)]` on the struct of a row implements `kernel::resource::Record` and `sqlx::FromRow`, so that a column is
//! written once.
//! `#[record(table = "sites")]` names the table. Beside it:
//!
//! | attribute | meaning |
//! |---|---|
//! | `joins = "LEFT JOIN sites s ON …"` | what is read with it; behind ` WHERE `, which rows of that |
//! | `stamped` | the table keeps `created_at` and `updated_at` that the struct does not have |
//! | `updated` | the table keeps the second of them |
//! | `erased` | rows leave no tombstone |
//! | `unique("field", "…", "…")` | the field that no two rows share, and what is said of one that is taken |
//! | `tenant = tenant_id` | the field that has the tenant whose it is |
//! | `tenant = owner()` | the function that tells it, where not every row is a tenant's |
//! | `audited = "tenant_users"` | the name that the audit has it under, where that is not the table's |
//!
//! The audit writes that name with `-` for `_`, and what is done to one as `site.created`: the name without its plural
//! `s`, or with `y` for its `ies`. On a field:
//!
//! | attribute | meaning |
//! |---|---|
//! | none | a column of the field's name, written when a row is made and whenever it is changed |
//! | `#[record(once)]` | written when a row is made, and kept |
//! | `#[record(derived)]` | no column: empty when it was read, and worked out afterwards |
//! | `#[record(starts = 1)]` | what it is before a form is filled in, where that is not its default |
//! | `#[record(read = "(SELECT …)")]` | no column: what is selected in its place |
//! | `#[record(from = s)]` | the column of a joined table; it is read, and not written |
//! | `#[record(column = "dic_name")]` | the column has another name |
//! | `#[record(key = "name_key")]` | the folded text is kept beside it, to be searched and sorted by |
//! | `#[record(columns(country_id = country, …))]` | several columns, each a field of this one, which reads them itself |
//! | `#[record(to("tenants", "部门", "departments"))]` | the id of a record of another table, which is held by the named |
//!
//! `#[form(SiteInput)]` on the struct makes the form, `#[form(SiteInput, "…")]` describes it, and `, changes` behind says
//! that it makes none: a struct of that name with `version` and each field that has `#[form(…)]`, in the order of the
//! record:
//!
//! | attribute | meaning |
//! |---|---|
//! | `#[form(required("请输入名称", "please enter the name"))]` | one line, with these messages if it is empty |
//! | `#[form(line)]`, `#[form(line = 32)]` | one line of at most so many characters |
//! | `#[form(note)]` | text that may have line breaks |
//! | `#[form(positive)]` | a positive whole number |
//! | `#[form(plain)]` | taken as given; for several columns, each |
//! | `#[form(kept)]` | taken as given; if it is absent, the record keeps its value |
//! | `#[form(once)]` | taken as given for a new row (absent: its default); an existing row keeps its value |
//! | `#[form(given = Type)]` | in the form alone: a rule reads it |
//!
//! A field of the form has the record's description; `doc = "…"` gives it another, and `schema = Type` gives it
//! another type in the description.

mod field;
mod form;
mod narrow;
mod record;
mod routes;

use proc_macro::TokenStream;
use syn::punctuated::Punctuated;
use syn::{DeriveInput, Path, Token, parse_macro_input};

/// Derives the filter of a list from a struct with optional fields: `q` is the search term, `id` the ids, `tenant_id`
/// the tenant; every field except the first two is a column that must have the value. `#[narrow(within = "name_key")]`:
/// the text must be in that folded column; `#[narrow(sql = "study_id IN (SELECT … = {})")]`: another condition.
#[proc_macro_derive(Narrow, attributes(narrow))]
pub fn narrow(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    narrow::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// See the documentation of the crate.
#[proc_macro_derive(Record, attributes(record, form))]
pub fn record(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    record::derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// The call of one handler, or of several at one path: see `kernel::openapi`.
#[proc_macro]
pub fn routes(input: TokenStream) -> TokenStream {
    let handlers = parse_macro_input!(input with Punctuated::<Path, Token![,]>::parse_terminated);
    routes::call(&handlers).unwrap_or_else(syn::Error::into_compile_error).into()
}
