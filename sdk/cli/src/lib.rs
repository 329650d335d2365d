//! cardea-plugin
