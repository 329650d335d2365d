//! The return of a browser from a provider: tickets of office-chat services (specification, portal, sections 1 and
//! 7), and codes of OpenID providers.

pub mod api;
mod model;
mod service;
