//! The parts that every module uses. The kernel uses no other module.

pub mod audit;
pub mod body;
pub mod clock;
pub mod closures;
pub mod ctx;
pub mod db;
pub mod denials;
pub mod error;
pub mod fold;
pub mod folder;
pub mod grams;
pub mod http;
pub mod id;
pub mod json;
pub mod layer;
pub mod limits;
pub mod mailaddr;
pub mod metrics;
pub mod observe;
pub mod once;
pub mod openapi;
pub mod origin;
pub mod page;
pub mod pages;
pub mod patterns;
mod permission;
pub mod phone;
pub mod proxies;
pub mod queue;
pub mod readers;
pub mod readiness;
pub mod recent;
pub mod references;
pub mod refusals;
pub mod request;
pub mod reseal;
pub mod resource;
pub mod scheduler;
pub mod seal;
pub mod secret;
pub mod server;
pub mod settings;
mod state;
pub mod step_up;
pub mod term;
pub mod text;
mod upload;
mod who;
pub mod window;
pub mod yes;

pub use cardea_outbound as outbound;
pub use state::Kernel;

#[cfg(test)]
mod tests;
