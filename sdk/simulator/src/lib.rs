//! cardea-simulator
