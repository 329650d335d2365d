//! cardea-edc
