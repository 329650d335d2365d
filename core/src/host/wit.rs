//! Bindings of the interface, generated from `sdk/wit/v1`. The largest world is bound; what a plugin
//! leaves out of it is found when it is loaded.

#![allow(missing_docs, unused_qualifications, clippy::all, clippy::pedantic)]
// Generated code; its items are described in the WIT itself.

wasmtime::component::bindgen!({
    path: "../sdk/wit/v1",
    world: "panel-plugin-claims",
    imports: {
        "cardea:panel/http": async,
    },
    exports: { default: async },
});

pub use self::cardea::panel::{cache, clock, http, log, types};
pub use self::exports::cardea::panel::{claims, panel, provision};
