//! The references between records: a record is not deleted while another holds it.
//!
//! Each module declares the references of its records to the kernel when it is built; so the modules above protect
//! the records of a module below, which does not know them.

use std::sync::{Arc, RwLock};

/// A reference from the records of one table to the records of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The table whose records are held.
    pub to: &'static str,
    /// What the holders are called, in Chinese and in English.
    pub holders: (&'static str, &'static str),
    /// The statement that finds a holder of `$1`: `SELECT 1 FROM … LIMIT 1`, served by an index.
    pub sql: &'static str,
}

impl Reference {
    /// A reference to a table, with the Chinese and English name of its holders and the statement that finds one.
    #[must_use]
    pub const fn new(to: &'static str, holders: (&'static str, &'static str), sql: &'static str) -> Self {
        Self { to, holders, sql }
    }
}

/// Every reference that the modules of this server have declared.
#[derive(Clone, Debug, Default)]
pub struct References(Arc<RwLock<Vec<Reference>>>);

impl References {
    /// Adds the references of a module. Declaring one again changes nothing.
    pub fn declare(&self, references: &[Reference]) {
        let mut all = self.0.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        let new = references.iter().filter(|reference| !all.contains(reference)).copied().collect::<Vec<_>>();
        all.extend(new);
    }

    /// The references to a table; `None` where no module has declared any reference at all, so that nothing is known.
    #[must_use]
    pub fn to(&self, table: &str) -> Option<Vec<Reference>> {
        let all = self.0.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let found = all.iter().filter(|reference| reference.to == table).copied().collect();
        (!all.is_empty()).then_some(found)
    }
}
