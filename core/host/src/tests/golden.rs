//! Plugins of every released version of the interface, as vendors have them: see `sdk/golden`.

use std::fs;

use super::{
    shipped::{file, from_panel_to_claims, trusting},
    *,
};

#[tokio::test]
async fn a_plugin_of_every_released_version_goes_from_panel_to_claims() {
    let folders = fs::read_dir(file("sdk/golden")).unwrap().map(|entry| entry.unwrap());
    let versions: Vec<_> = folders.filter(|entry| entry.file_type().unwrap().is_dir()).collect();
    assert!(!versions.is_empty());
    for version in versions {
        let version = version.file_name().into_string().unwrap();
        let bundle = fs::read(file(&format!("sdk/golden/{version}/edc.cardea"))).unwrap();
        let world = World::new();
        let trust = trusting(&format!("sdk/golden/{version}/publisher.pub"));
        let loaded = world.host.load(bundle, trust).await.unwrap();
        world.host.activate("edc", &loaded);
        from_panel_to_claims(&world).await;
    }
}
