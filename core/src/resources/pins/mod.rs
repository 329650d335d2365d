//! What a tenant asks of the PINs that its people sign with. The PINs themselves belong to `signing`.

mod model;
mod service;

#[cfg(test)]
mod tests;

pub use model::{NoticeType, PinRule, PinSetting};
pub use service::of;
