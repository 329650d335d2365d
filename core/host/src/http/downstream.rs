//! The state that all calls share for their requests.

use std::sync::Arc;

use crate::breaker::Breakers;
use crate::settings::{Clock, HttpSettings};
use cardea_outbound::Client;

/// The state that all calls share: the guarded client, and the breakers of the endpoints by base address.
#[derive(Clone)]
pub(crate) struct Downstream {
    pub(crate) client: Client,
    pub(crate) breakers: Arc<Breakers<String>>,
    pub(crate) settings: HttpSettings,
    pub(crate) clock: Clock,
}
