//! The room over HTTP, on both engines, with providers on loopback that speak what theirs speak.

mod openid;
mod provider;
mod sso;
mod tickets;
mod world;

use serde_json::{Value, json};

use crate::both;
use world::{PASSWORD, World};
