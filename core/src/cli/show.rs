//! Commands that only print: `doctor`, `openapi`, `config`.

use super::command::{Done, open};
use super::output::{print, print_line};
use crate::config::{Channel, Config};
use crate::kernel::secret::without_secrets;

/// Refuses where no server was ever started: opening one would make what is to be examined.
fn there(config: &Config) -> Result<(), String> {
    let key = config.data_dir.join("master.key");
    let database = config.database_url();
    let file = database.strip_prefix("sqlite://").and_then(|rest| rest.split('?').next()).map(std::path::PathBuf::from);
    match [Some(key), file].into_iter().flatten().find(|path| !path.exists()) {
        Some(missing) => Err(format!(
            "there is no {}: nothing is installed here. `cardea serve` or `cardea migrate` makes it; \
             CARDEA_DATA_DIR names another folder",
            missing.display()
        )),
        None => Ok(()),
    }
}

/// Opens everything as the server would, and prints the results.
pub async fn doctor(config: &Config) -> Done {
    config.validate()?;
    there(config)?;
    print_line(&format!("settings  fine, public address {}", config.issuer()?))?;
    let app = open(config).await?;
    print_line(&format!("database  fine, {}", without_secrets(&config.database_url())))?;
    if app.kernel.db().is_lent_by_transaction() {
        print_line(
            "note      a pooler lends connections by transaction: no statement is kept prepared, which costs time",
        )?;
    }
    print_line("keys      fine, the master key opens what is sealed")?;
    super::audit::settle(&app.trail).await;
    let verdict = app.trail.verify(&app.trail.own_checkpoints().await?).await?;
    if let Some(complaint) = verdict.complaint() {
        return Err(complaint.into());
    }
    print_line("audit     fine, the chain is whole")?;
    for (slot, info) in app.host.slots() {
        print_line(&format!("plugin    {slot} {} {}", info.id, info.version))?;
    }
    if app.sessions.setup_link().await?.is_some() {
        print_line("note      there is no administrator yet; `cardea serve` prints a link that creates one")?;
    }
    match config.notify.channel {
        Channel::None => print_line("note      no message leaves: notify.channel is \"none\""),
        Channel::File => {
            print_line("note      messages are files, codes and links among them: notify.channel is \"file\"")
        }
        Channel::Live => Ok(()),
    }
}

/// Prints the OpenAPI description of every call.
pub async fn openapi(config: &Config) -> Done {
    // Calls do not depend on data: an empty database in a temporary folder suffices.
    let dir = std::env::temp_dir().join(format!("cardea-openapi-{}", std::process::id()));
    let mut scratch = config.clone();
    scratch.data_dir.clone_from(&dir);
    scratch.database.url.clear();
    let app = open(&scratch).await?;
    let printed = print(&app.openapi()?);
    app.kernel.db().close().await;
    std::fs::remove_dir_all(&dir)?;
    printed
}

/// Prints the settings in force, without secrets.
pub fn config(config: &Config) -> Done {
    let mut shown = config.clone();
    shown.database.url = without_secrets(&shown.database.url);
    shown.notify.sms.url = without_secrets(&shown.notify.sms.url);
    print_line(toml::to_string_pretty(&shown)?.trim_end())
}
