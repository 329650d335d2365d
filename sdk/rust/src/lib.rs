//! The SDK for Cardea plugins.
//!
//! A plugin serves one trial system. It declares its authorisation panel as data, offers choices, checks selections,
//! provisions users, and may supply claims for a user's ID token. It has no authority of its own: no files, no
//! sockets, no clock but the call's; it reaches the trial system through [`http`], by endpoint name and relative
//! path.
//!
//! ```
//! use cardea_plugin_sdk::prelude::*;
//!
//! /// Everything in one column of module roles.
//! struct Demo;
//!
//! #[derive(serde::Deserialize)]
//! struct ModuleRole {
//!     id: String,
//!     name: String,
//! }
//!
//! impl Panel for Demo {
//!     fn describe(_: &Ctx) -> Result<Definition, Fault> {
//!         let label = Message::new("column.modules", "Module roles");
//!         let column = Column::new("modules", Kind::ModuleRoles, label).required().multiple();
//!         Ok(Definition { tabs: vec![], columns: vec![column], max_grants: 1 })
//!     }
//!
//!     fn options(ctx: &Ctx, query: &Query) -> Result<Page, Fault> {
//!         let path = http::path(&[&ctx.study.code, "module-roles"]);
//!         let search = [("search", query.search.as_str())];
//!         let roles: Vec<ModuleRole> = http::get_json(Endpoint::RoleApi, &path, &search)?;
//!         let choices = roles.into_iter().map(|role| Choice::new(role.id, role.name)).collect();
//!         Ok(Page { choices, next: None })
//!     }
//! }
//!
//! impl Provision for Demo {}
//!
//! export_plugin!(Demo);
//!
//! # fn main() {
//! // Natively, a double stands in for the host.
//! let host = testing::Host::install(|request| {
//!     assert_eq!(request.path, "ABC%2F1/module-roles");
//!     testing::json(200, &serde_json::json!([{ "id": "m1", "name": "Reports" }]))
//! });
//! let page = Demo::options(&testing::ctx("ABC/1"), &testing::query("modules")).unwrap();
//! assert_eq!(page.choices[0].label, "Reports");
//! assert_eq!(host.requests().len(), 1);
//! # }
//! ```
//!
//! # Conventions
//!
//! - **Columns of the platform.** A column with the hint `source=platform` ([`Column::platform`])
//!   is filled by the platform itself (its studies and sites); the plugin sees the chosen ids.
//! - **Two-part columns.** For a column of kind `role-environment` with key `k` the host asks
//!   [`Panel::options`] for the columns `k.role` and `k.environment`, and reports what is picked
//!   under the same names ([`QueryExt::picked`], [`ROLE`], [`ENVIRONMENT`]).
//! - **Site codes.** For every platform site that a call mentions, `ctx.study.settings` holds
//!   `site.<id>.code`; read it with [`CtxExt::site_code`].
//! - **Tabs from the trial system.** The choices of a column with the hint `layout=tabs` ([`Column::tabs`]) are the tabs
//!   of the panel: a selection's `tab` names one, and only the tabs that were changed are sent. Of a person's earlier
//!   selections, those of other tabs stay.
//! - **Paths** are relative to the endpoint's base address and do not start with a slash; build
//!   them with [`http::path`].
//! - **Messages** are keys with arguments. The texts are in the bundle's catalogues; those of the
//!   SDK's own keys (`sdk.*`) are added when the bundle is built.

extern crate self as cardea_plugin_sdk;

#[doc(hidden)]
pub mod bindings;
mod export;
mod records;
mod traits;

pub mod cache;
pub mod clock;
mod host;
pub mod http;
pub mod log;
pub mod remote;
pub mod selection;
#[cfg(not(target_arch = "wasm32"))]
pub mod testing;

pub use bindings::claims_part::exports::cardea::panel::claims::Claim;
pub use bindings::initialise_part::exports::cardea::panel::initialise::Tenant;
pub use bindings::panel_plugin::cardea::panel::types::{Cell, Ctx, Fault, Grant, Message, Pair, Study};
pub use bindings::panel_plugin::exports::cardea::panel::panel::{
    Choice, Column, Definition, Issue, Kind, Page, Query, Severity,
};
pub use bindings::panel_plugin::exports::cardea::panel::provision::{
    Batch, Failure, Item, Outcome, Person, Reason, Success,
};
pub use bindings::survey_part::exports::cardea::panel::survey::{Holding, Page as Holdings, Whom};
pub use records::{CtxExt, ENVIRONMENT, GrantExt, QueryExt, ROLE};
pub use traits::{Claims, Initialise, Panel, Provision, Survey, unknown_column};

/// The names that a plugin usually needs.
pub mod prelude {
    #[cfg(not(target_arch = "wasm32"))]
    pub use crate::testing;
    pub use crate::{
        Batch, Cell, Choice, Claim, Claims, Column, Ctx, CtxExt, Definition, Failure, Fault, Grant, GrantExt, Holding,
        Holdings, Initialise, Issue, Item, Kind, Message, Outcome, Page, Pair, Panel, Person, Provision, Query,
        QueryExt, Reason, Severity, Success, Survey, Tenant, Whom, cache, clock, export_plugin,
        http::{self, Endpoint},
        log, remote, selection,
    };
}

/// Only for [`export_plugin!`].
#[doc(hidden)]
pub mod __private {
    pub use wit_bindgen;

    pub use crate::bindings;
    pub use crate::export::Exported;
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// Makes a type the plugin of its crate: `export_plugin!(Edc)`. The optional exports that it implements follow, as many as
/// there are: `claims` for [`Claims`], `initialise` for [`Initialise`], `survey` for [`Survey`], as in
/// `export_plugin!(Edc, claims, survey)`. The manifest's `world` names the same ones.
///
/// ```
/// use cardea_plugin_sdk::prelude::*;
///
/// struct Plugin;
///
/// impl Panel for Plugin {
///     fn describe(_: &Ctx) -> Result<Definition, Fault> {
///         let label = Message::new("column.project", "Project");
///         let project = Column::new("project", Kind::Projects, label).required().platform();
///         Ok(Definition { tabs: vec![], columns: vec![project], max_grants: 1 })
///     }
/// }
///
/// impl Provision for Plugin {}
///
/// impl Initialise for Plugin {}
///
/// export_plugin!(Plugin, initialise);
/// ```
#[macro_export]
macro_rules! export_plugin {
    (@claims $plugin:ty) => {
        const _: () = {
            const fn complete<T: $crate::Claims>() {}
            complete::<$plugin>();
        };
        #[cfg(target_arch = "wasm32")]
        #[allow(unsafe_code, missing_docs, clippy::all, clippy::pedantic)]
        mod __cardea_claims {
            use super::*;
            type Exported = $crate::__private::Exported<$plugin>;
            $crate::__private::bindings::claims_part::export_claims!(
                Exported with_types_in $crate::__private::bindings::claims_part
            );
        }
    };
    (@initialise $plugin:ty) => {
        const _: () = {
            const fn complete<T: $crate::Initialise>() {}
            complete::<$plugin>();
        };
        #[cfg(target_arch = "wasm32")]
        #[allow(unsafe_code, missing_docs, clippy::all, clippy::pedantic)]
        mod __cardea_initialise {
            use super::*;
            type Exported = $crate::__private::Exported<$plugin>;
            $crate::__private::bindings::initialise_part::export_initialise!(
                Exported with_types_in $crate::__private::bindings::initialise_part
            );
        }
    };
    (@survey $plugin:ty) => {
        const _: () = {
            const fn complete<T: $crate::Survey>() {}
            complete::<$plugin>();
        };
        #[cfg(target_arch = "wasm32")]
        #[allow(unsafe_code, missing_docs, clippy::all, clippy::pedantic)]
        mod __cardea_survey {
            use super::*;
            type Exported = $crate::__private::Exported<$plugin>;
            $crate::__private::bindings::survey_part::export_survey!(
                Exported with_types_in $crate::__private::bindings::survey_part
            );
        }
    };
    ($plugin:ty $(, $part:ident)*) => {
        const _: () = {
            const fn complete<T: $crate::Panel + $crate::Provision>() {}
            complete::<$plugin>();
        };
        #[cfg(target_arch = "wasm32")]
        #[allow(unsafe_code, missing_docs, clippy::all, clippy::pedantic)]
        mod __cardea_panel_plugin {
            use super::*;
            type Exported = $crate::__private::Exported<$plugin>;
            $crate::__private::bindings::panel_plugin::export_panel_plugin!(
                Exported with_types_in $crate::__private::bindings::panel_plugin
            );
        }
        $($crate::export_plugin!(@$part $plugin);)*
    };
}
