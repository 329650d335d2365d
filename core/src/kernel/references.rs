//! Who refers to whom: what other records hold is not deleted from under them.
//!
//! Each module says what its records refer to, and hands it to the kernel when it is built; so a module below is
//! protected by those above without knowing them.

use std::sync::{Arc, RwLock};

/// Records of one table that hold records of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The table whose records are held.
    pub to: &'static str,
    /// What the holders are called, in Chinese and in English.
    pub holders: (&'static str, &'static str),
    /// How one is found that holds `$1`: `SELECT 1 FROM … LIMIT 1`, served by an index.
    pub sql: &'static str,
}

impl Reference {
    /// To a table, of holders that are called so in Chinese and in English, as one statement finds them.
    #[must_use]
    pub const fn new(to: &'static str, holders: (&'static str, &'static str), sql: &'static str) -> Self {
        Self { to, holders, sql }
    }
}

/// Every reference that the modules of this server declared.
#[derive(Clone, Debug, Default)]
pub struct References(Arc<RwLock<Vec<Reference>>>);

impl References {
    /// Takes in what a module declares. The same once more changes nothing.
    pub fn declare(&self, references: &[Reference]) {
        let mut all = self.0.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        let new = references.iter().filter(|reference| !all.contains(reference)).copied().collect::<Vec<_>>();
        all.extend(new);
    }

    /// Those to a table; nothing where no module declared any, which tells nothing of who holds what.
    #[must_use]
    pub fn to(&self, table: &str) -> Option<Vec<Reference>> {
        let all = self.0.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let found = all.iter().filter(|reference| reference.to == table).copied().collect();
        (!all.is_empty()).then_some(found)
    }
}
