//! What callers do again and again at a server whose database is a network away.

use crate::Result;
use crate::load::Feed;
use crate::party::Party;
use crate::scenario::{Scenario, Size};

/// One thing that is asked again and again.
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    /// An authorization request of a person with a session, and the exchange of its code.
    SignIn,
    /// What a scenario asks.
    Of(Scenario),
}

impl Operation {
    /// For people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::SignIn => "Sign-in with a session: authorise and exchange",
            Self::Of(scenario) => scenario.title(),
        }
    }

    /// Requests of which one is made.
    #[must_use]
    pub const fn requests(self) -> f64 {
        if matches!(self, Self::SignIn) { 2.0 } else { 1.0 }
    }

    /// What so many callers ask.
    pub async fn feeds(self, party: &Party, callers: usize) -> Result<Vec<Feed>> {
        match self {
            Self::SignIn => Scenario::sign_ins(party, callers),
            Self::Of(scenario) => scenario.feeds(party, Size { connections: callers, codes: callers }).await,
        }
    }
}
