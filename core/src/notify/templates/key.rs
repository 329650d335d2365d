//! Which templates there are: one for each purpose and each way in which its messages go.

use crate::kernel::error::Text;
use crate::kernel::id::Id;
use crate::notify::notice::SECRETS;
use crate::notify::words::{Kind, Purpose};

/// What a template is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// How the message goes.
    pub kind: Kind,
    /// Its purpose.
    pub purpose: Purpose,
}

impl Key {
    /// Every template, by purpose.
    pub fn all() -> impl Iterator<Item = Self> {
        Purpose::ALL
            .iter()
            .flat_map(|purpose| purpose.kinds().iter().map(|kind| Self { kind: *kind, purpose: *purpose }))
    }

    /// The template's id, such as `email-invitation`.
    #[must_use]
    pub fn id(self) -> Id {
        Id::from(format!("{}-{}", self.kind.as_str(), self.purpose.as_str()).as_str())
    }

    /// What the template is called.
    #[must_use]
    pub fn text(self) -> Text {
        let (purpose, kind) = (self.purpose.text(), self.kind.text());
        Text::made(format!("{}（{}）", purpose.zh, kind.zh), format!("{}, {}", purpose.en, kind.en))
    }

    /// Of an id.
    #[must_use]
    pub fn of(id: &Id) -> Option<Self> {
        Self::all().find(|key| key.id() == *id)
    }

    /// The values without which a message is of no use: its code, or its link.
    #[must_use]
    pub fn needed(self) -> Vec<&'static str> {
        self.purpose.values().iter().copied().filter(|value| SECRETS.contains(value)).collect()
    }
}
