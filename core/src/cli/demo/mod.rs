//! `cardea demo`: demonstration data, the bundled plugins, and simulators of the four trial systems.

mod data;
mod granted;
mod people;
mod studies;
mod systems;

use tokio::net::TcpListener;

use self::people::Passwords;
use self::systems::Systems;
use super::serve::serve;
use super::shipped;
use crate::app::{App, open_kernel};
use crate::cli::command::Done;
use crate::cli::output::say;
use crate::config::{Channel, Config, demo_password};
use crate::kernel::ctx::{Ctx, ReadCtx};
use crate::kernel::{Kernel, settings};
use crate::resources::users;

/// The name of the setting in which the demonstration stores its systems.
const REMEMBERED: &str = "demo";

/// Creates the missing data, and serves.
pub async fn run(mut config: Config, give_back: fn()) -> Done {
    // The simulators are on loopback; no other private address may be reached.
    for net in ["127.0.0.0/8", "::1/128"] {
        config.outbound.allow.push(net.parse()?);
    }
    // Messages of the demonstration go to files, not to people.
    if config.notify.channel == Channel::None {
        config.notify.channel = Channel::File;
    }
    let listener = TcpListener::bind(config.http.listen).await?;
    if config.http.public_url.is_empty() {
        config.http.public_url = format!("http://{}", listener.local_addr()?);
    }
    let kernel = open_kernel(&config).await?;
    let known = remembered(&kernel).await?;
    let first = known.is_none();
    let mut systems = match known {
        Some(systems) => systems,
        None => Systems::reserve(&kernel, config.http.listen).await?,
    };
    systems.connect(&mut config.trial_management);
    let app = App::open(&config, kernel).await?;
    if !shipped::activate(&app).await.map_err(|error| error as Box<dyn std::error::Error>)? {
        return Err("the plugins are not part of this build; run `make plugins` first".into());
    }
    if first {
        create(&app, &config, &mut systems).await?;
    }
    let running = systems.start(&config.issuer()?).await?;
    for system in &running {
        say(format_args!("{:5} {}", system.software().abbreviation(), system.base_url()));
    }
    let served = serve(app, listener, &config, give_back).await;
    for system in running {
        system.stop().await;
    }
    served
}

async fn remembered(kernel: &Kernel) -> Result<Option<Systems>, Box<dyn std::error::Error>> {
    let mut cx = ReadCtx::system(kernel);
    let known = settings::get(&mut cx, REMEMBERED).await?;
    if known.is_none() && users::has_platform_administrator(&mut cx, None).await? {
        return Err("this database is in use already; the demonstration needs one of its own (CARDEA_DATA_DIR)".into());
    }
    Ok(known)
}

/// Creates all data in one transaction, so that an interrupted start leaves nothing incomplete.
async fn create(app: &App, config: &Config, systems: &mut Systems) -> Done {
    let passwords = Passwords::choose(&app.kernel, app.sessions.rules(), demo_password().as_ref());
    let hashes = passwords.hash(&app.sessions).await?;
    let mut cx = Ctx::system(&app.kernel, "demo");
    data::create(&mut cx, systems, hashes).await?;
    settings::put(&mut cx, REMEMBERED, &*systems).await?;
    cx.commit().await?;
    app.provider.clients().reload().await?;
    passwords.print(&config.data_dir.join("outbox"));
    Ok(())
}
