//! The host's functions: the real ones in a component, a test double's natively.

#[cfg(target_arch = "wasm32")]
mod real {
    use crate::bindings::panel_plugin::cardea::panel as host;
    use crate::http::{Error, RawRequest, RawResponse};
    use crate::log::Level;

    pub fn send(request: &RawRequest) -> Result<RawResponse, Error> {
        host::http::send(request)
    }

    pub fn send_all(requests: &[RawRequest]) -> Vec<Result<RawResponse, Error>> {
        host::http::send_all(requests)
    }

    pub fn log(level: Level, message: &str, fields: &[(String, String)]) {
        host::log::log(level, message, fields);
    }

    pub fn now_ms() -> u64 {
        host::clock::now_ms()
    }

    pub fn cache_get(key: &str) -> Option<Vec<u8>> {
        host::cache::get(key)
    }

    pub fn cache_put(key: &str, value: &[u8], ttl_s: u32) -> bool {
        host::cache::put(key, value, ttl_s)
    }
}

#[cfg(target_arch = "wasm32")]
pub(crate) use real::*;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use crate::testing::double::*;
