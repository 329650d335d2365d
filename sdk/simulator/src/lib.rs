//! Simulated trial systems for an identity server.
//!
//! One [`Simulator`] is one system (EDC, RTSM, CTMS or eTMF) on one address, with four interfaces:
//!
//! - **role API** (`/role-api/{studyCode}/getAuthRemoteList`): what an administrator may choose from, in a shape of each
//!   system's own;
//! - **callback API** (`/callback-api/{studyCode}/...`): the system's save call (`saveEdcProject`, `saveIwrsProject`,
//!   `saveCTMSProject` or `saveETMFProject`) and `cancelProjectAllowUser`, for one user at a time, and `/initSoftware`,
//!   each once for each `Idempotency-Key`. `/arrived` shows what came;
//! - **relying party** (`/`, `/login`, `/callback`, `/whoami`, `/sign-out`): signs people in by OpenID Connect with the
//!   `openidconnect` crate and shows the signed-in person and their roles;
//! - **trial-management interface** (`/ctms-api/...`), if it has a key: calls that the identity server signs for
//!   people.
//!
//! The first two require `Authorization: Bearer <api key>`. [`Faults`] make them misbehave the way real systems do.
//!
//! ```no_run
//! # async fn run() -> Result<(), cardea_simulator::StartError> {
//! use cardea_simulator::{Options, Simulator, Software};
//!
//! let running = Simulator::start(Options {
//!     client_secret: Some("secret".into()),
//!     ..Options::new(Software::Edc, "http://127.0.0.1:8080", "edc", "api-key")
//! })
//! .await?;
//! println!("register {}", running.redirect_uri());
//! running.stop().await;
//! # Ok(())
//! # }
//! ```

mod api;
mod callback_api;
mod catalogue;
mod claims;
mod faults;
mod ledger;
mod locale;
mod pages;
mod payloads;
mod relying_party;
mod role_api;
mod server;
mod sessions;
mod software;
mod texts;
mod trial_management;

pub use catalogue::Catalogue;
pub use claims::{Arrival, ProjectAccess, RoleIn, StudyAccess};
pub use faults::{Fault, Faults};
pub use ledger::{GrantRecord, RolePair, UserRecord};
pub use server::{Options, Running, Simulator, StartError};
pub use software::Software;
