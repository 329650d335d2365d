//! Key files.

use std::path::{Path, PathBuf};

use cardea_bundle::{PublicKey, SigningKey};
use serde_json::{Value, json};

use crate::error::{CommandError, create, read_text};

/// Makes a key pair.
pub fn generate(out: &Path) -> Result<Value, CommandError> {
    let key = SigningKey::generate()?;
    let mut public_path = out.as_os_str().to_owned();
    public_path.push(".pub");
    let public_path = PathBuf::from(public_path);
    create(out, &key.to_pem()?, true)?;
    create(&public_path, &format!("{}\n", key.public_key()), false)?;
    Ok(json!({
        "privateKey": out,
        "publicKey": public_path,
        "publisher": key.public_key().id().to_string(),
    }))
}

/// Reads a private key.
pub fn signing(path: &Path) -> Result<SigningKey, CommandError> {
    let pem = read_text(path)?;
    SigningKey::from_pem(&pem).map_err(|error| malformed(path, &error))
}

/// Reads a public key.
pub fn public(path: &Path) -> Result<PublicKey, CommandError> {
    read_text(path)?.parse().map_err(|error| malformed(path, &error))
}

fn malformed(path: &Path, error: &cardea_bundle::BundleError) -> CommandError {
    CommandError::Text { path: path.to_owned(), reason: error.to_string() }
}
