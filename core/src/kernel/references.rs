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

    /// Those to a table.
    #[must_use]
    pub fn to(&self, table: &str) -> Vec<Reference> {
        let all = self.0.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        all.iter().filter(|reference| reference.to == table).copied().collect()
    }
}
