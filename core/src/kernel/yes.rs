//! Yes and no, as the specification encodes them.

use serde::{Deserialize, Serialize};

/// Yes or no, as the specification encodes it: `"0"` is yes (administrator, verified, enabled), `"1"` is no.
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
