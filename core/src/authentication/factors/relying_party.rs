//! The relying party of passkeys (Web Authentication, level 3).

use webauthn_rs::prelude::{Webauthn, WebauthnBuilder};

use crate::kernel::error::{Code, Error, Text};

/// The relying party, where the public address allows one.
#[derive(Debug)]
pub struct Passkeys(Option<Webauthn>);

impl Passkeys {
    /// For this public address. `name` is the display name in browsers.
    pub fn open(public_url: &url::Url, name: &str) -> Result<Self, Error> {
        let Some(domain) = public_url.domain() else { return Ok(Self(None)) };
        let party = WebauthnBuilder::new(domain, public_url).and_then(|builder| builder.rp_name(name).build());
        Ok(Self(Some(party.map_err(Error::internal)?)))
    }

    /// Whether this server takes passkeys.
    pub fn are_available(&self) -> bool {
        self.0.is_some()
    }

    /// The relying party, or the error that says why there is none.
    pub fn party(&self) -> Result<&Webauthn, Error> {
        let text = Text::new("本服务地址不支持通行密钥", "Passkeys need a server with a name, not an address");
        self.0.as_ref().ok_or_else(|| Error::new(Code::NotAvailable).message(text))
    }
}
