//! Checks that a component matches its manifest. The host checks this again; here the error reaches the author, who
//! can fix it.

use std::collections::BTreeSet;

use cardea_bundle::World;
use wit_component::DecodedWasm;

use crate::error::CommandError;

const PACKAGE: &str = "cardea:panel/";
const VERSION: &str = "@1.0.0";
const IMPORTS: [&str; 5] = ["types", "http", "log", "clock", "cache"];

/// Checks that `component` exports the interfaces of `world` and no other of the package, and imports only those that
/// the host offers. What else it exports is its language's own, which nobody calls.
pub fn check(component: &[u8], world: World) -> Result<(), CommandError> {
    let decoded = wit_component::decode(component).map_err(|error| CommandError::Component(format!("{error:#}")))?;
    let DecodedWasm::Component(resolve, id) = decoded else {
        return Err(CommandError::Component("it is an interface without code".into()));
    };
    let decoded = &resolve.worlds[id];
    let imports: BTreeSet<_> = decoded.imports.keys().map(|key| resolve.name_world_key(key)).collect();
    let exports = decoded.exports.keys().map(|key| resolve.name_world_key(key));
    let exports: BTreeSet<_> = exports.filter(|name| name.starts_with(PACKAGE)).collect();
    let full = |name: &&str| format!("{PACKAGE}{name}{VERSION}");
    let allowed: BTreeSet<_> = IMPORTS.iter().map(full).collect();
    if let Some(foreign) = imports.difference(&allowed).next() {
        return Err(CommandError::Component(format!("it imports {foreign}, which no host offers")));
    }
    let optional = [(world.has_claims(), "claims"), (world.initialises(), "initialise"), (world.surveys(), "survey")];
    let optional = optional.into_iter().filter_map(|(wanted, name)| wanted.then_some(name));
    let promised: BTreeSet<_> = ["panel", "provision"].into_iter().chain(optional).map(|name| full(&name)).collect();
    if exports != promised {
        let list = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(", ");
        let (exports, promised) = (list(&exports), list(&promised));
        let reason = format!("it exports [{exports}]; the manifest's world has [{promised}]");
        return Err(CommandError::Component(reason));
    }
    Ok(())
}
