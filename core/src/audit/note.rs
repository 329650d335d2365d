//! Checkpoints in the form of transparency logs: a tree head (C2SP tlog-checkpoint) in a signed note (C2SP
//! signed-note), with Ed25519.

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::merkle::Hash;
use crate::kernel::clock::Time;
use crate::kernel::seal::hex;

/// The signature type of Ed25519 in signed notes.
const TYPE: u8 = 1;

/// Why a checkpoint or a key is not valid.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum NoteError {
    /// The text is not a checkpoint.
    #[error("this is no checkpoint (C2SP tlog-checkpoint in a signed note)")]
    Form,
    /// The signature is missing, or of another key.
    #[error("the checkpoint is not signed by this key")]
    Signature,
    /// The text is not a public key.
    #[error("this is no public key of checkpoints; `cardea audit key` prints one")]
    Key,
}

/// A tree head: the root of a number of leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The number of leaves.
    pub size: u64,
    /// The root.
    pub root: Hash,
    /// When it was signed; in an extension line.
    pub at: Time,
}

/// The public key of checkpoints, `name+hash+key` as in signed notes. The name is the origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verifier {
    name: String,
    key: Vec<u8>,
}

fn key_id(name: &str, key: &[u8]) -> [u8; 4] {
    let mut text = format!("{name}\n").into_bytes();
    text.push(TYPE);
    text.extend_from_slice(key);
    let mut id = [0; 4];
    id.copy_from_slice(&digest(&SHA256, &text).as_ref()[..4]);
    id
}

impl std::fmt::Display for Verifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let typed: Vec<u8> = std::iter::once(TYPE).chain(self.key.iter().copied()).collect();
        write!(f, "{}+{}+{}", self.name, hex(&key_id(&self.name, &self.key)), STANDARD.encode(typed))
    }
}

impl std::str::FromStr for Verifier {
    type Err = NoteError;

    fn from_str(text: &str) -> Result<Self, NoteError> {
        // The base64 may contain a plus, too.
        let mut parts = text.trim().splitn(3, '+');
        let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(NoteError::Key);
        };
        let typed = STANDARD.decode(key).map_err(|_| NoteError::Key)?;
        let Some((&TYPE, key)) = typed.split_first() else { return Err(NoteError::Key) };
        let fits = key.len() == 32 && !name.is_empty() && !name.contains(char::is_whitespace);
        if !fits || hex(&key_id(name, key)) != id {
            return Err(NoteError::Key);
        }
        Ok(Self { name: name.to_owned(), key: key.to_vec() })
    }
}

impl Verifier {
    /// Opens a note that this key signed. Signatures of other keys are skipped, as signed notes require.
    pub fn open(&self, note: &str) -> Result<Checkpoint, NoteError> {
        self.parse(&self.open_text(note)?)
    }

    /// The text of a note that this key signed, which need not be a checkpoint.
    pub fn open_text(&self, note: &str) -> Result<String, NoteError> {
        let (text, signatures) = note.rsplit_once("\n\n").ok_or(NoteError::Form)?;
        let text = format!("{text}\n");
        let ours = signatures.lines().filter_map(|line| line.strip_prefix("\u{2014} ")?.split_once(' '));
        let id = key_id(&self.name, &self.key);
        let signed = ours.filter(|(name, _)| *name == self.name).any(|(_, signature)| {
            let raw = STANDARD.decode(signature).unwrap_or_default();
            let mine = raw.strip_prefix(&id);
            mine.is_some_and(|sig| UnparsedPublicKey::new(&ED25519, &self.key).verify(text.as_bytes(), sig).is_ok())
        });
        if !signed {
            return Err(NoteError::Signature);
        }
        Ok(text)
    }

    fn parse(&self, text: &str) -> Result<Checkpoint, NoteError> {
        let mut lines = text.lines();
        if lines.next() != Some(self.name.as_str()) {
            return Err(NoteError::Form);
        }
        let size = lines.next().and_then(|line| line.parse().ok()).ok_or(NoteError::Form)?;
        let root = lines.next().and_then(|line| STANDARD.decode(line).ok()).and_then(|raw| raw.try_into().ok());
        let time = lines.next().and_then(|line| line.strip_prefix("time "));
        let at = time.and_then(|time| serde_json::from_value(time.into()).ok()).unwrap_or_default();
        Ok(Checkpoint { size, root: root.ok_or(NoteError::Form)?, at })
    }

    /// The notes of this origin in a text: a file of checkpoints, or a log of messages with line ends written as `\n`.
    #[must_use]
    pub fn find(&self, text: &str) -> Vec<String> {
        let unfolded = text.replace("\\n", "\n");
        let (mut notes, mut lines) = (Vec::new(), unfolded.lines());
        while let Some(line) = lines.next() {
            // In a log, the first line has a prefix.
            if line != self.name && !line.ends_with(&format!(" {}", self.name)) {
                continue;
            }
            let mut note = format!("{}\n", self.name);
            for line in lines.by_ref() {
                note.push_str(line);
                note.push('\n');
                if line.starts_with('\u{2014}') {
                    break;
                }
            }
            notes.push(note);
        }
        notes
    }
}

/// Signs checkpoints.
pub struct Signer {
    pair: Ed25519KeyPair,
    verifier: Verifier,
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Signer({})", self.verifier.name)
    }
}

impl Signer {
    /// A new key, as PKCS#8.
    pub fn generate() -> Result<Vec<u8>, aws_lc_rs::error::Unspecified> {
        Ok(Ed25519KeyPair::generate_pkcs8(&aws_lc_rs::rand::SystemRandom::new())?.as_ref().to_vec())
    }

    /// A signer from PKCS#8. Its name is derived from the key, so that no two installations have one origin.
    pub fn from_pkcs8(der: &[u8]) -> Result<Self, aws_lc_rs::error::KeyRejected> {
        let pair = Ed25519KeyPair::from_pkcs8(der)?;
        let key = pair.public_key().as_ref().to_vec();
        let name = format!("cardea-audit/{}", hex(&digest(&SHA256, &key).as_ref()[..8]));
        Ok(Self { pair, verifier: Verifier { name, key } })
    }

    /// The public key.
    #[must_use]
    pub fn verifier(&self) -> &Verifier {
        &self.verifier
    }

    /// The signed note of a checkpoint.
    #[must_use]
    pub fn sign(&self, checkpoint: &Checkpoint) -> String {
        let name = &self.verifier.name;
        let root = STANDARD.encode(checkpoint.root);
        self.sign_text(&format!("{name}\n{}\n{root}\ntime {}\n", checkpoint.size, checkpoint.at))
    }

    /// The signed note of a text that ends with a line end. Its first line must not be this key's name, which begins
    /// checkpoints: nothing else is ever taken for one.
    #[must_use]
    pub fn sign_text(&self, text: &str) -> String {
        let name = &self.verifier.name;
        let mut raw = key_id(name, &self.verifier.key).to_vec();
        raw.extend_from_slice(self.pair.sign(text.as_bytes()).as_ref());
        format!("{text}\n\u{2014} {name} {}\n", STANDARD.encode(raw))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signer() -> Signer {
        Signer::from_pkcs8(&Signer::generate().unwrap()).unwrap()
    }

    #[test]
    fn a_checkpoint_opens_under_its_own_key_as_it_was_signed() {
        let (signer, other) = (signer(), signer());
        let checkpoint = Checkpoint { size: 12, root: [7; 32], at: Time(1_767_600_000_000) };
        let note = signer.sign(&checkpoint);
        let verifier: Verifier = signer.verifier().to_string().parse().unwrap();
        assert_eq!(verifier.open(&note), Ok(checkpoint));
        assert_eq!(other.verifier().open(&note), Err(NoteError::Signature));
        assert_eq!(verifier.open(&note.replace("\n12\n", "\n13\n")), Err(NoteError::Signature));
        assert_eq!(verifier.open(&note.replace("\n\n", "\nmore\n\n")), Err(NoteError::Signature));
        assert_eq!(verifier.open("nothing"), Err(NoteError::Form));
        let cosigned = format!("{note}\u{2014} witness.example AAAA\n");
        assert!(verifier.open(&cosigned).is_ok(), "others may sign too");
    }

    /// The example of the specification of signed notes (C2SP signed-note).
    #[test]
    fn a_key_is_written_as_signed_notes_write_it() {
        let text = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
        let verifier: Verifier = text.parse().unwrap();
        assert_eq!(verifier.to_string(), text);
        for wrong in ["", "a+b", "PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"] {
            assert_eq!(wrong.parse::<Verifier>(), Err(NoteError::Key));
        }
    }

    #[test]
    fn checkpoints_are_found_in_files_and_in_logs() {
        let signer = signer();
        let note = |size| signer.sign(&Checkpoint { size, root: [1; 32], at: Time(0) });
        let file = format!("{}{}", note(1), note(2));
        let log = format!("<109>1 2026-01-05T08:00:00Z - cardea - - - {}\nother\n", note(3).replace('\n', "\\n"));
        let verifier = signer.verifier();
        for (text, sizes) in [(file, vec![1, 2]), (log, vec![3]), ("none".into(), vec![])] {
            let found: Vec<_> = verifier.find(&text).iter().map(|note| verifier.open(note).unwrap().size).collect();
            assert_eq!(found, sizes, "{text}");
        }
    }
}
