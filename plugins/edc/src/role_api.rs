//! EDC's role API.

use cardea_plugin_sdk::http::HttpError;
use cardea_plugin_sdk::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Items of one page when a list is read for the panel.
const PAGE: &str = "50";
/// Items of one page, and the most pages, when a whole list is read.
const WHOLE_PAGE: &str = "100";
const MAX_PAGES: usize = 50;

#[derive(Debug, Deserialize)]
pub struct List<T> {
    pub items: Vec<T>,
    pub next: Option<String>,
}

/// An environment or a module role.
#[derive(Debug, Deserialize)]
pub struct Named {
    pub id: String,
    pub name: String,
}

#[derive(Debug, Deserialize)]
pub struct Role {
    pub id: String,
    pub name: String,
    /// Ids of the environments in which the role exists.
    pub environments: Vec<String>,
}

/// The lists of one study, in one language.
#[derive(Clone, Copy)]
pub struct Listing<'a> {
    pub study: &'a str,
    pub locale: &'a str,
}

impl Listing<'_> {
    pub fn environments(self, search: &str, cursor: Option<&str>) -> Result<List<Named>, HttpError> {
        self.page("environments", PAGE, &[("search", Some(search)), ("cursor", cursor)])
    }

    pub fn module_roles(self, search: &str, cursor: Option<&str>) -> Result<List<Named>, HttpError> {
        self.page("module-roles", PAGE, &[("search", Some(search)), ("cursor", cursor)])
    }

    pub fn roles(self, search: &str, environment: Option<&str>, cursor: Option<&str>) -> Result<List<Role>, HttpError> {
        let query = [("search", Some(search)), ("environment", environment), ("cursor", cursor)];
        self.page("roles", PAGE, &query)
    }

    /// Every role of the study.
    pub fn all_roles(self) -> Result<Vec<Role>, HttpError> {
        self.all("roles")
    }

    /// Every module role of the study.
    pub fn all_module_roles(self) -> Result<Vec<Named>, HttpError> {
        self.all("module-roles")
    }

    fn all<T: DeserializeOwned>(self, list: &str) -> Result<Vec<T>, HttpError> {
        let mut items = Vec::new();
        let mut cursor = None;
        // A system that always returns a next page must not keep the call going.
        for _ in 0..MAX_PAGES {
            let page: List<T> = self.page(list, WHOLE_PAGE, &[("cursor", cursor.as_deref())])?;
            items.extend(page.items);
            match page.next {
                Some(next) => cursor = Some(next),
                None => return Ok(items),
            }
        }
        Err(HttpError::Malformed(format!("{list} has more than {MAX_PAGES} pages")))
    }

    fn page<T: DeserializeOwned>(
        self,
        list: &str,
        limit: &str,
        query: &[(&str, Option<&str>)],
    ) -> Result<List<T>, HttpError> {
        let request = http::Request::get(Endpoint::RoleApi, http::path(&[self.study, list]))
            .header("accept", "application/json")
            .header("accept-language", self.locale)
            .query("limit", limit);
        let given = query.iter().filter_map(|(name, value)| Some((*name, (*value)?)));
        let given = given.filter(|(_, value)| !value.is_empty());
        http::send(given.fold(request, |request, (name, value)| request.query(name, value)))?.json()
    }
}
