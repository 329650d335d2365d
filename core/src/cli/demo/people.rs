//! The accounts of the demonstration and their passwords.

use std::path::Path;

use crate::authentication::{Rules, Sessions};
use crate::cli::output::say;
use crate::kernel::Kernel;
use crate::kernel::ctx::Ctx;
use crate::kernel::error::Error;
use crate::kernel::id::Id;
use crate::kernel::secret::Secret;
use crate::resources::users::{self, NewPassword, Org, UserInput};

/// Accounts with a password: login name, full name.
pub const ACCOUNTS: [(&str, &str); 4] =
    [("admin", "平台管理员"), ("tenant.admin", "林静"), ("monitor", "陈晨"), ("investigator", "王医生")];

/// Further people, to fill the lists. They have no password.
pub const OTHERS: &[(&str, &str)] = &[
    ("zhang.wei", "张伟"),
    ("li.na", "李娜"),
    ("liu.yang", "刘洋"),
    ("zhao.min", "赵敏"),
    ("sun.lei", "孙磊"),
    ("zhou.ting", "周婷"),
    ("wu.qiang", "吴强"),
    ("zheng.shuang", "郑爽"),
    ("feng.jie", "冯洁"),
    ("han.mei", "韩梅"),
    ("xu.bo", "徐博"),
    ("he.jing", "何静"),
    ("emma.clark", "Emma Clark"),
    ("james.ward", "James Ward"),
    ("sofia.rossi", "Sofia Rossi"),
    ("lukas.meyer", "Lukas Meyer"),
];

/// Those kept by an external directory: the console changes neither their password nor their identity.
const KEPT: &[(&str, Org)] = &[("han.mei", Org::Cloud), ("xu.bo", Org::Ldap)];

/// The four passwords, in the order of [`ACCOUNTS`].
pub struct Passwords {
    all: Vec<Secret>,
    given: bool,
}

/// The length of a random password.
const LENGTH: usize = 16;
/// Letters and digits that are not easily mistaken for another.
const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

impl Passwords {
    /// The given password for all, or a random one for each.
    pub fn choose(kernel: &Kernel, rules: &Rules, given: Option<&Secret>) -> Self {
        let all = ACCOUNTS.iter().map(|_| given.cloned().unwrap_or_else(|| random(kernel, rules))).collect();
        Self { all, given: given.is_some() }
    }

    /// Hashes the passwords, before any transaction is open.
    pub async fn hash(&self, sessions: &Sessions) -> Result<Vec<String>, Error> {
        let mut hashes = Vec::new();
        for secret in &self.all {
            sessions.rules().shape(secret.expose()).map_err(|text| Error::field("CARDEA_DEMO_PASSWORD", text))?;
            hashes.push(sessions.hasher().hash(secret).await?);
        }
        Ok(hashes)
    }

    /// Prints the passwords, this once, with the accounts' phones; `outbox` is the folder for codes sent to those
    /// phones.
    pub fn print(&self, outbox: &Path) {
        say(format_args!("Accounts of the demonstration:"));
        for ((name, _), secret) in ACCOUNTS.iter().zip(&self.all) {
            let shown = if self.given { "as set by CARDEA_DEMO_PASSWORD" } else { secret.expose() };
            say(format_args!("  {name:13} {shown}"));
        }
        if !self.given {
            say(format_args!("The passwords are shown this once; they are not kept."));
        }
        let phones: Vec<String> =
            (1..).zip(ACCOUNTS).map(|(number, (name, _))| format!("{name} {}", phone(number))).collect();
        say(format_args!("Phones, for signing in by SMS: {}.", phones.join(", ")));
        say(format_args!("Codes and other messages are files in {}.", outbox.display()));
    }
}

/// Sixteen characters with upper case, lower case and a digit: valid under every profile.
fn random(kernel: &Kernel, rules: &Rules) -> Secret {
    loop {
        let bytes = kernel.random::<32>();
        // Values past the last whole multiple are skipped, so that every character is equally likely.
        let limit = u8::MAX - u8::MAX % u8::try_from(LETTERS.len()).unwrap_or(1);
        let picked = bytes.iter().filter(|b| **b < limit).map(|b| char::from(LETTERS[usize::from(*b) % LETTERS.len()]));
        let text: String = picked.take(LENGTH).collect();
        if text.len() == LENGTH && rules.shape(&text).is_ok() {
            return Secret::new(text);
        }
    }
}

/// The phone of the account with this number, unique to it.
fn phone(number: usize) -> String {
    format!("138{number:08}")
}

/// Creates an account.
pub async fn account(
    cx: &mut Ctx,
    (user_name, full_name): (&str, &str),
    number: usize,
    hash: Option<String>,
    role: Option<&Id>,
) -> Result<Id, Error> {
    let input = UserInput {
        user_name: Some(user_name.to_owned()),
        full_name: Some(full_name.to_owned()),
        email: Some(format!("{user_name}@demo.example.com")),
        phone: Some(phone(number)),
        role_id: role.map(|id| Some(id.clone())),
        language: Some("zh".to_owned()),
        ..UserInput::default()
    };
    let password = hash.map(|hash| NewPassword { hash, must_change: false });
    let id = users::create(cx, &input, password).await?.id;
    // The contacts are the operator's own: the operator reads the messages sent there.
    users::vouch_for_contacts(cx, &id).await?;
    if let Some((_, org)) = KEPT.iter().find(|(name, _)| *name == user_name) {
        users::keep_by(cx, user_name, *org).await?;
    }
    Ok(id)
}
