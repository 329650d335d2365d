//! Cardea
