//! The PIN settings of tenants: the rules for signature PINs. The PINs themselves belong to `signing`.

mod model;
mod service;

#[cfg(test)]
mod tests;

pub use model::{NoticeType, PinRule, PinSetting};
pub use service::of;
