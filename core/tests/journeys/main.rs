//! Journeys over a running server: what operators, browsers, programs and trial systems do with it, from outside.

#[path = "../support/app.rs"]
mod app;
#[path = "../support/browser.rs"]
mod browser;
#[path = "../support/db.rs"]
mod testing;

mod bad_input;
mod commands;
mod first_start;
mod operations;
mod pages;
mod relying_party;
mod saves;
