//! Bindings of the interface, generated from `wit`, a link to `sdk/wit/v1`. The largest world is bound; loading finds the exports that
//! a plugin leaves out.

#![allow(missing_docs, unused_qualifications, clippy::all, clippy::pedantic)]
// Generated code; the WIT documents its items.

wasmtime::component::bindgen!({
    path: "wit",
    world: "panel-plugin-claims-initialise-survey",
    imports: {
        "cardea:panel/http": async,
    },
    exports: { default: async },
});

pub use self::cardea::panel::{cache, clock, http, log, types};
pub use self::exports::cardea::panel::{claims, initialise, panel, provision, survey};
