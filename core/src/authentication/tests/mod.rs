//! Authentication over HTTP, on both engines.

mod administered;
mod attacks;
mod attempts;
mod codes;
mod crossings;
mod factors;
mod login;
mod password_reminders;
mod passwords;
mod proofs;
mod pumping;
mod recent;
mod recovery;
mod recovery_links;
mod sessions;
mod timing;
pub(crate) mod transport;

use crate::authentication::testing::*;
