//! The module over HTTP, on both engines, with providers on loopback that use the real protocols.

mod after;
mod centre;
mod openid;
mod planted;
#[path = "../../../tests/support/provider.rs"]
mod provider;
mod sso;
mod tickets;
mod world;

use serde_json::{Value, json};
use world::{PASSWORD, World};

use super::store;
use crate::both;
