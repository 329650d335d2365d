//! The menus that let a caller read the records of a resource, and so the history of a record.
//!
//! Each module declares its resources to the kernel when its routes are built; the module that shows histories does not
//! know them.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use super::permission::Permission;

/// The readers of every resource that the modules of this server have declared.
#[derive(Clone, Debug, Default)]
pub struct Readers(Arc<RwLock<BTreeMap<&'static str, &'static [Permission]>>>);

impl Readers {
    /// Declares that one of these menus is needed to read the records of a resource, which is named as in the audit.
    pub fn declare(&self, resource: &'static str, menus: &'static [Permission]) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(resource, menus);
    }

    /// The menus of which one is needed to read the records of a resource; none where nobody has declared it.
    #[must_use]
    pub fn of(&self, resource: &str) -> &'static [Permission] {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(resource).copied().unwrap_or_default()
    }
}
