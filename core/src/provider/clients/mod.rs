//! Clients: who may ask for tokens. Registered by the console, by programs (RFC 7591), from files, by the demo.
//!
//! | file | what |
//! |---|---|
//! | `model`, `settings` | the client |
//! | `metadata`, `checks`, `building`, `sector`, `redirect` | what is registered, and the rules that it is held to |
//! | `bound`, `binding` | what a tenant's domain contributes |
//! | `service`, `access`, `import` | registered, changed, deleted; by whom; from files |
//! | `secrets` | made, replaced with overlap, taken back |
//! | `jwks`, `remote` | its keys, and whatever else is fetched from its own server |
//! | `snapshot` | the clients as requests see them |
//! | `api` | the administrators' resource |
//! | `initial`, `registration` | registration by programs (RFC 7591, RFC 7592) |

mod access;
pub mod api;
mod binding;
mod bound;
mod building;
mod checks;
mod import;
pub mod initial;
mod jwks;
mod metadata;
mod model;
mod redirect;
pub mod registration;
mod remote;
pub mod secrets;
mod sector;
mod service;
pub mod settings;
mod snapshot;
mod store;

use crate::kernel::resource::Reference;

pub use access::there;
pub use binding::domain_changed;
pub use bound::Bound;
pub use import::{import, read};
pub use jwks::KeysError;
pub use metadata::Metadata;
pub use model::{ApplicationType, AuthMethod, Client, ClientSecret, GRANT_TYPES, RESPONSE_TYPES, Registered, SCOPES};
pub use remote::{Remote, RemoteError};
pub use secrets::secret_matches;
pub use service::{DomainClient, create, delete, register, register_for_domain, update};
pub use snapshot::Clients;

/// What its records refer to.
pub const REFERENCES: &[Reference] = &[Reference::new(
    "tenants",
    ("接入客户端", "clients"),
    "SELECT 1 FROM clients WHERE deleted_at IS NULL AND tenant_id = $1 LIMIT 1",
)];
