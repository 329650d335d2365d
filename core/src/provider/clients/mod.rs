//! Clients: registered in the console, by programs (RFC 7591), from files, or by the demo.
//!
//! | file | contents |
//! |---|---|
//! | `model`, `settings` | the client |
//! | `metadata`, `checks`, `building`, `sector`, `redirect` | the metadata, and the rules that it has to meet |
//! | `bound`, `binding` | the addresses that a tenant's domain contributes |
//! | `service`, `access`, `import` | register, change, delete; permissions; import from files |
//! | `secrets` | make secrets, replace them with overlap, remove them |
//! | `jwks`, `remote` | the client's keys, and other documents on its own server |
//! | `snapshot` | the clients in memory, for requests |
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
pub use store::any_tied;

/// The references of the clients' records.
pub const REFERENCES: &[Reference] = &[
    Reference::new(
        "tenants",
        ("接入客户端", "clients"),
        "SELECT 1 FROM clients WHERE deleted_at IS NULL AND tenant_id = $1 LIMIT 1",
    ),
    Reference::new(
        "software",
        ("接入客户端", "clients"),
        "SELECT 1 FROM clients WHERE deleted_at IS NULL AND software_id = $1 LIMIT 1",
    ),
];
