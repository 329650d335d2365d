//! The administered things: one folder each.
//!
//! Floors inside: `menus` and `dictionaries` know nothing of the others; `roles` knows `menus`; `tenants`
//! knows `dictionaries`; `users` knows `roles`; the rest builds on these.

pub mod dictionaries;
pub mod domains;
pub mod licences;
pub mod members;
pub mod menus;
pub mod roles;
pub mod sites;
pub mod software;
pub mod studies;
pub mod tenants;
pub mod users;

mod input;
#[cfg(test)]
mod testing;

use serde::{Deserialize, Serialize};

use crate::kernel::ctx::{Act, Ctx, Permission, Scope};
use crate::kernel::db::is_duplicate;
use crate::kernel::error::{Code, Error, Text};

/// Yes or no as the specification writes it: `"0"` is yes (administrator, verified, enabled), `"1"` is no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(try_from = "String", into = "&'static str")]
#[sqlx(transparent)]
pub struct Yes(pub bool);

impl TryFrom<String> for Yes {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        match text.as_str() {
            "0" => Ok(Self(true)),
            "1" => Ok(Self(false)),
            _ => Err("must be \"0\" (yes) or \"1\" (no)"),
        }
    }
}

impl From<Yes> for &'static str {
    fn from(Yes(yes): Yes) -> Self {
        if yes { "0" } else { "1" }
    }
}

impl utoipa::PartialSchema for Yes {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .enum_values(Some(["0", "1"]))
            .description(Some("0 yes, 1 no"))
            .into()
    }
}
impl utoipa::ToSchema for Yes {}

/// What the database has when this server starts for the first time: menus and dictionaries. Doing it again
/// changes nothing that an administrator has changed since.
pub async fn seed(cx: &mut Ctx) -> Result<(), Error> {
    menus::seed(cx).await?;
    dictionaries::seed(cx).await
}

/// The tenants within which the caller has any of the permissions: for lists of choices that several forms need.
fn scope_of_any(cx: &Ctx, permissions: &[Permission], act: Act) -> Result<Scope, Error> {
    let mut tenants = Vec::new();
    for permission in permissions {
        match cx.scope(*permission, act) {
            Ok(Scope::All) => return Ok(Scope::All),
            Ok(Scope::Only(more)) => tenants.extend(more),
            Err(e) if e.code == Code::Forbidden => {}
            Err(e) => return Err(e),
        }
    }
    tenants.sort_unstable();
    tenants.dedup();
    if tenants.is_empty() { Err(Error::new(Code::Forbidden)) } else { Ok(Scope::Only(tenants)) }
}

/// A row that is there already is the caller's mistake, on the field that must be unique; the rest is ours.
fn taken(error: sqlx::Error, field: &'static str, text: Text) -> Error {
    if is_duplicate(&error) { Error::field(field, text) } else { error.into() }
}

/// Refused unless exactly one row was changed: the caller's version is not the present one.
fn one_row(changed: u64) -> Result<(), Error> {
    if changed == 1 { Ok(()) } else { Err(Error::new(Code::Conflict)) }
}
