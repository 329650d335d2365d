//! Journeys over a running server: its use by operators, browsers, programs and trial systems, from outside.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

#[path = "../support/app.rs"]
mod app;
#[allow(dead_code)]
#[path = "../support/attack.rs"]
mod attack;
#[path = "../support/authenticator.rs"]
mod authenticator;
#[path = "../support/bombs.rs"]
mod bombs;
#[path = "../support/browser.rs"]
mod browser;
#[path = "../support/cluster.rs"]
mod cluster;
// Only the crate's own tests make it send false claims.
#[allow(dead_code)]
#[path = "../support/provider.rs"]
mod provider;
// The crate's own tests use more of it.
#[allow(dead_code)]
#[path = "../support/db.rs"]
mod testing;

mod bad_input;
mod commands;
mod connections;
mod consent;
mod ctms;
mod database;
mod faults;
mod first_start;
mod generated;
mod jobs;
mod limits;
mod operations;
mod pages;
mod panels;
mod people;
mod proofs;
mod proxied;
mod receipts;
mod relying_party;
mod revoked;
mod roles;
mod saves;
mod telemetry;
mod upstream;
mod ways_in;
mod who_may;
