//! The response mode (OAuth 2.0 Multiple Response Type Encoding Practices; JARM).

use serde::{Deserialize, Serialize};

/// `response_mode`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub enum ResponseMode {
    /// In the query of the redirect address; the default of the code flow.
    #[default]
    #[serde(rename = "query")]
    Query,
    /// In a form that the browser posts.
    #[serde(rename = "form_post")]
    FormPost,
    /// As one signed JWT in the query; `jwt` means the same for the code flow.
    #[serde(rename = "query.jwt")]
    QueryJwt,
    /// As one signed JWT in a form.
    #[serde(rename = "form_post.jwt")]
    FormPostJwt,
}

impl ResponseMode {
    /// Every value, as in discovery.
    pub const ALL: &[&str] = &["query", "form_post", "jwt", "query.jwt", "form_post.jwt"];

    /// Parses a value on the wire.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "query" => Some(Self::Query),
            "form_post" => Some(Self::FormPost),
            "jwt" | "query.jwt" => Some(Self::QueryJwt),
            "form_post.jwt" => Some(Self::FormPostJwt),
            _ => None,
        }
    }
}
