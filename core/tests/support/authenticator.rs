//! A small authenticator (Web Authentication, level 3, section 6): one P-256 key, answers without attestation. Tests
//! can falsify its claims.

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

/// The origin of a server with a host name.
pub const ORIGIN: &str = "http://localhost:8080";

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const BACKUP_ELIGIBLE: u8 = 0x08;
const BACKED_UP: u8 = 0x10;
const ATTESTED: u8 = 0x40;

/// An authenticator with its latest passkey.
pub struct Authenticator {
    key: EcdsaKeyPair,
    pub id: Vec<u8>,
    handle: String,
    /// Its signature counter; 0: none.
    pub counter: u32,
    pub verified: bool,
    /// Whether the passkey is synced to the owner's other devices.
    pub synced: bool,
    pub origin: &'static str,
    pub rp_id: String,
}

fn text(octets: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(octets)
}

impl Authenticator {
    pub fn new(id: u8) -> Self {
        Self {
            key: EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).unwrap(),
            id: vec![id; 16],
            handle: String::new(),
            counter: 0,
            verified: true,
            synced: false,
            origin: ORIGIN,
            rp_id: "localhost".into(),
        }
    }

    fn data(&self, more: u8) -> Vec<u8> {
        let mut flags = USER_PRESENT | more;
        if self.verified {
            flags |= USER_VERIFIED;
        }
        if self.synced {
            flags |= BACKUP_ELIGIBLE | BACKED_UP;
        }
        let mut data = digest(&SHA256, self.rp_id.as_bytes()).as_ref().to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let data =
            json!({ "type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": false });
        data.to_string().into_bytes()
    }

    /// The answer of `navigator.credentials.create`.
    pub fn create(&mut self, options: &Value) -> Value {
        options["user"]["id"].as_str().unwrap().clone_into(&mut self.handle);
        let mut data = self.data(ATTESTED);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        // COSE_Key (RFC 9053, section 7.1): EC2, ES256, P-256, x, y.
        let point = self.key.public_key().as_ref();
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(&point[1..33]);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(&point[33..65]);
        let mut object = vec![0xa3];
        object.extend(b"\x63fmt\x64none\x67attStmt\xa0\x68authData\x58");
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(data);
        let response = json!({
            "attestationObject": text(object), "clientDataJSON": text(self.client_data("webauthn.create", options)),
            "transports": ["internal"],
        });
        self.answer(&response)
    }

    /// The answer of `navigator.credentials.get`.
    pub fn get(&self, options: &Value) -> Value {
        let (data, client) = (self.data(0), self.client_data("webauthn.get", options));
        let signed = [data.as_slice(), digest(&SHA256, &client).as_ref()].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        let response = json!({
            "authenticatorData": text(data), "clientDataJSON": text(client), "signature": text(signature),
            "userHandle": self.handle,
        });
        self.answer(&response)
    }

    fn answer(&self, response: &Value) -> Value {
        json!({
            "id": text(&self.id), "rawId": text(&self.id), "type": "public-key", "response": response,
            "clientExtensionResults": {}, "authenticatorAttachment": "platform",
        })
    }
}
