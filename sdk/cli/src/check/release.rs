//! What a release must not do to the one before.

use std::path::Path;

use cardea_bundle::{Contents, Manifest};

use super::Problem;
use crate::build::{adopt, pack};
use crate::error::CommandError;

/// Compares with the bundle of the release before.
pub fn problems(previous: &Path, contents: &Contents, manifest: &Manifest) -> Result<Vec<Problem>, CommandError> {
    let (file, trusted) = adopt(previous)?;
    let before = cardea_bundle::open(&file, &trusted)?;
    let (file, trusted) = pack(contents)?;
    let now = cardea_bundle::open(&file, &trusted)?;
    let old = &before.manifest;
    let problem = |code, message| vec![Problem::error(code, "manifest.toml", message)];
    let against = previous.display();
    Ok(if manifest.id != old.id {
        problem("id_changed", format!("id: {against} is of {}; the id of a plugin stays the same", old.id))
    } else if manifest.web_code != old.web_code {
        let message = format!("web_code: {against} serves {}; a plugin stays with its system", old.web_code);
        problem("web_code_changed", message)
    } else if manifest.sequence < old.sequence {
        let message = format!(
            "sequence: {} is lower than {} of {against}, so servers would refuse it; raise it to {} or more",
            manifest.sequence,
            old.sequence,
            old.sequence + 1
        );
        problem("sequence_lower", message)
    } else if manifest.sequence == old.sequence && now.digest != before.digest {
        let message = format!(
            "sequence: {} is that of {against}, which has other contents, so servers that have that one would refuse \
             this one; raise it to {} or more for a release",
            manifest.sequence,
            old.sequence + 1
        );
        problem("sequence_reused", message)
    } else {
        Vec::new()
    })
}
