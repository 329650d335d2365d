//! cardea-plugin-sdk
