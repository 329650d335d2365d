//! Commands that only show something: `doctor`, `openapi`, `config`.

use super::{Done, open, print};
use crate::config::Config;

/// Opens everything as the server would, and says what it found.
pub async fn doctor(config: &Config) -> Done {
    config.validate()?;
    println!("settings  fine, public address {}", config.issuer()?);
    let app = open(config).await?;
    println!("database  fine, {}", config.database_url().split('@').next_back().unwrap_or_default());
    println!("keys      fine, the master key opens what is sealed");
    super::audit::settle(&app.trail).await;
    let verdict = app.trail.verify(&app.trail.own_checkpoints().await?).await?;
    if let Some(complaint) = verdict.complaint() {
        return Err(complaint.into());
    }
    println!("audit     fine, the chain is whole");
    for (slot, info) in app.host.slots() {
        println!("plugin    {slot} {} {}", info.id, info.version);
    }
    if app.sessions.setup_link().await?.is_some() {
        println!("note      there is no administrator yet; `cardea serve` prints a link that creates one");
    }
    Ok(())
}

/// The description of every call.
pub async fn openapi(config: &Config) -> Done {
    // Calls do not depend on data: a database in a folder of its own serves.
    let dir = std::env::temp_dir().join(format!("cardea-openapi-{}", std::process::id()));
    let mut scratch = config.clone();
    scratch.data_dir.clone_from(&dir);
    scratch.database.url.clear();
    let app = open(&scratch).await?;
    let printed = print(&app.openapi());
    app.kernel.db().close().await;
    std::fs::remove_dir_all(&dir)?;
    printed
}

/// The settings in force. A password in the database's address is not shown.
pub fn config(config: &Config) -> Done {
    let mut shown = config.clone();
    if let Ok(mut url) = url::Url::parse(&shown.database.url)
        && url.set_password(url.password().map(|_| "***")).is_ok()
    {
        shown.database.url = url.into();
    }
    print!("{}", toml::to_string_pretty(&shown)?);
    Ok(())
}
