//! `cardea user`.

use std::io::Read as _;

use clap::{Args, Subcommand, ValueEnum};

use super::command::{Done, open};
use super::output::print;
use crate::config::Config;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::resources::users::{self, NewPassword, Org, UserInput};

#[derive(Subcommand)]
pub enum Command {
    /// Create an account. Prints it as JSON.
    Create(Create),
    /// Make a password expire before its time, so that its owner replaces it. Prints the account.
    ExpirePassword(ExpirePassword),
    /// Set who maintains an account: the console does not change accounts of the cloud or a directory. Prints it as
    /// JSON.
    KeptBy(KeptBy),
}

#[derive(Args)]
pub struct Create {
    /// Login name: at least 4 characters, no @.
    #[arg(long)]
    username: String,
    /// Full name.
    #[arg(long)]
    full_name: String,
    /// E-mail address.
    #[arg(long)]
    email: String,
    /// Phone number: at least 5 characters.
    #[arg(long)]
    phone: String,
    /// Read the password from standard input; without it, the account has none until it is set.
    #[arg(long)]
    password_stdin: bool,
    /// System role: its id.
    #[arg(long, value_name = "ROLE")]
    system_role: Option<String>,
    /// Take e-mail and phone as verified. Otherwise the person verifies them in the account settings; until then
    /// neither recovers the account, and the phone does not sign in.
    #[arg(long)]
    contacts_verified: bool,
}

#[derive(Args)]
pub struct ExpirePassword {
    /// Login name.
    #[arg(long)]
    username: String,
    /// Days until it expires; without them, at once.
    #[arg(long, default_value_t = 0)]
    days: u16,
}

#[derive(Args)]
pub struct KeptBy {
    /// Login name.
    #[arg(long)]
    username: String,
    /// The maintainer of the account.
    #[arg(long, value_enum)]
    org: Keeper,
}

/// See [`Org`].
#[derive(Clone, Copy, ValueEnum)]
enum Keeper {
    /// This server.
    Local,
    /// The platform's own cloud.
    Cloud,
    /// A directory.
    Ldap,
}

impl From<Keeper> for Org {
    fn from(keeper: Keeper) -> Self {
        match keeper {
            Keeper::Local => Self::Local,
            Keeper::Cloud => Self::Cloud,
            Keeper::Ldap => Self::Ldap,
        }
    }
}

/// Runs the command.
pub async fn run(command: Command, config: &Config) -> Done {
    match command {
        Command::Create(create) => self::create(create, config).await,
        Command::ExpirePassword(wish) => expire_password(wish, config).await,
        Command::KeptBy(wish) => kept_by(wish, config).await,
    }
}

async fn kept_by(wish: KeptBy, config: &Config) -> Done {
    let app = open(config).await?;
    let mut cx = Ctx::system(&app.kernel, "cli");
    let user = users::keep_by(&mut cx, &wish.username, wish.org.into()).await?;
    cx.commit().await?;
    print(&user)
}

async fn expire_password(wish: ExpirePassword, config: &Config) -> Done {
    let app = open(config).await?;
    let mut cx = Ctx::system(&app.kernel, "cli");
    let expiring = app.sessions.expire_password(&mut cx, &wish.username, wish.days.into()).await?;
    cx.commit().await?;
    print(&expiring)
}

async fn create(create: Create, config: &Config) -> Done {
    let password = if create.password_stdin {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        Some(Secret::new(text.trim_end_matches(['\r', '\n'])))
    } else {
        None
    };
    let app = open(config).await?;
    let password = match &password {
        Some(secret) => {
            app.sessions.rules().shape(secret.expose()).map_err(|text| Error::field("password", text))?;
            let hash = app.sessions.hasher().hash(secret).await?;
            Some(NewPassword { hash, must_change: false })
        }
        None => None,
    };
    let input = UserInput {
        user_name: Some(create.username),
        full_name: Some(create.full_name),
        email: Some(create.email),
        phone: Some(create.phone),
        role_id: create.system_role.map(|id| Some(Id::from_text(id))),
        ..UserInput::default()
    };
    let mut cx = Ctx::system(&app.kernel, "cli");
    let mut user = users::create(&mut cx, &input, password).await?;
    if create.contacts_verified {
        user = users::vouch_for_contacts(&mut cx, &user.id).await?;
    }
    cx.commit().await?;
    print(&user)
}
