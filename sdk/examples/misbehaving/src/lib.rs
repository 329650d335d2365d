//! A guest that breaks every promise on demand.
