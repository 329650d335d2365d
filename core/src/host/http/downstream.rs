//! The state that all calls share for their requests.

use std::sync::Arc;

use crate::host::breaker::Breakers;
use crate::host::settings::{Clock, HttpSettings};
use crate::kernel::outbound::Client;

/// The state that all calls share: the guarded client, and the breakers of the endpoints by base address.
#[derive(Clone)]
pub(in crate::host) struct Downstream {
    pub(in crate::host) client: Client,
    pub(in crate::host) breakers: Arc<Breakers<String>>,
    pub(in crate::host) settings: HttpSettings,
    pub(in crate::host) clock: Clock,
}
