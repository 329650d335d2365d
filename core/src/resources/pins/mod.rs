//! What a tenant asks of the PINs that its people sign with. The PINs themselves belong to `signing`.

mod api;
mod model;
mod store;

#[cfg(test)]
mod tests;

pub use api::router;
pub use model::{NoticeType, PinRule, PinSetting};
pub use store::of;
