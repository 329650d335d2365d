//! Generated from `wit`, which is `sdk/wit/v1`, the single source of the interface.
//!
//! Four worlds are generated: `panel-plugin`, and one for each optional export alone. Each embeds its own description
//! in the component that exports it, and the encoder joins them, so a plugin without an optional export never mentions
//! it.
#![allow(
    missing_docs,
    unsafe_code,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "generated"
)]

pub mod panel_plugin {
    wit_bindgen::generate!({
        path: "wit",
        world: "cardea:panel/panel-plugin",
        pub_export_macro: true,
        export_macro_name: "export_panel_plugin",
        runtime_path: "::cardea_plugin_sdk::__private::wit_bindgen::rt",
        additional_derives: [PartialEq, Eq],
        generate_all,
    });
}

pub mod claims_part {
    wit_bindgen::generate!({
        inline: "
            package cardea:plugin-sdk;
            world claims-part { export cardea:panel/claims@1.0.0; }
        ",
        path: "wit",
        world: "cardea:plugin-sdk/claims-part",
        pub_export_macro: true,
        export_macro_name: "export_claims",
        runtime_path: "::cardea_plugin_sdk::__private::wit_bindgen::rt",
        additional_derives: [PartialEq, Eq],
        with: {
            "cardea:panel/types@1.0.0": super::panel_plugin::cardea::panel::types,
        },
        generate_all,
    });
}

pub mod initialise_part {
    wit_bindgen::generate!({
        inline: "
            package cardea:plugin-sdk;
            world initialise-part { export cardea:panel/initialise@1.0.0; }
        ",
        path: "wit",
        world: "cardea:plugin-sdk/initialise-part",
        pub_export_macro: true,
        export_macro_name: "export_initialise",
        runtime_path: "::cardea_plugin_sdk::__private::wit_bindgen::rt",
        additional_derives: [PartialEq, Eq],
        with: {
            "cardea:panel/types@1.0.0": super::panel_plugin::cardea::panel::types,
        },
        generate_all,
    });
}

pub mod survey_part {
    wit_bindgen::generate!({
        inline: "
            package cardea:plugin-sdk;
            world survey-part { export cardea:panel/survey@1.0.0; }
        ",
        path: "wit",
        world: "cardea:plugin-sdk/survey-part",
        pub_export_macro: true,
        export_macro_name: "export_survey",
        runtime_path: "::cardea_plugin_sdk::__private::wit_bindgen::rt",
        additional_derives: [PartialEq, Eq],
        with: {
            "cardea:panel/types@1.0.0": super::panel_plugin::cardea::panel::types,
        },
        generate_all,
    });
}
