//! The state that the modules share, opened once at start.

use std::sync::Arc;

use super::audit::AuditWriter;
use super::clock::{Clock, Entropy, Time};
use super::closures::Closures;
use super::db::Db;
use super::error::Error;
use super::metrics::Metrics;
use super::readers::Readers;
use super::references::References;
use super::seal::{Column, KeyedHash, SETTINGS, Sealer};

/// Database, clock, randomness, sealing. Cheap to clone; the state of most modules.
#[derive(Clone, Debug)]
pub struct Kernel(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    db: Db,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    sealer: Sealer,
    hash: KeyedHash,
    audit: AuditWriter,
    references: References,
    readers: Readers,
    closures: Closures,
    metrics: Metrics,
}

impl Kernel {
    /// Opens the state over a migrated database. The key of keyed hashes is made and sealed at the first start, and
    /// stays.
    pub async fn open(db: Db, clock: Arc<dyn Clock>, entropy: Arc<dyn Entropy>, sealer: Sealer) -> Result<Self, Error> {
        const NAME: &str = "keyed-hash";
        let mut fresh = [0; 32];
        entropy.fill(&mut fresh);
        let offered = sealer.seal_at(&SETTINGS, NAME, &fresh, entropy.as_ref())?;
        let mut tx = db.begin().await?;
        tx.write("INSERT INTO settings (name, value, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING")
            .bind(NAME)
            .bind(offered)
            .bind(clock.now())
            .execute()
            .await?;
        let (kept,): (Vec<u8>,) = tx.query("SELECT value FROM settings WHERE name = $1").bind(NAME).one().await?;
        tx.commit().await?;
        let hash = KeyedHash::new(&sealer.open_at(&SETTINGS, NAME, &kept)?);
        // Drawn at every opening, so that the mark made of it belongs to this opening alone.
        let audit = AuditWriter::new(&sealer, &KeyedHash::new(&fresh).hash("audit-series", ""))?;
        let (references, readers, metrics) = (References::default(), Readers::default(), Metrics::default());
        let closures = Closures::default();
        Ok(Self(Arc::new(Parts { db, clock, entropy, sealer, hash, audit, references, readers, closures, metrics })))
    }

    /// The references between the records of this server's modules.
    #[must_use]
    pub fn references(&self) -> &References {
        &self.0.references
    }

    /// The menus that let a caller read the records of each resource.
    #[must_use]
    pub fn readers(&self) -> &Readers {
        &self.0.readers
    }

    /// The tenants in which nothing new is made.
    #[must_use]
    pub fn closures(&self) -> &Closures {
        &self.0.closures
    }

    /// The metrics registry.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// The database.
    #[must_use]
    pub fn db(&self) -> &Db {
        &self.0.db
    }

    /// The present moment.
    #[must_use]
    pub fn now(&self) -> Time {
        self.0.clock.now()
    }

    /// The source of randomness.
    #[must_use]
    pub fn entropy(&self) -> &dyn Entropy {
        self.0.entropy.as_ref()
    }

    /// `N` random octets.
    #[must_use]
    pub fn random<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.entropy.fill(&mut bytes);
        bytes
    }

    /// 256 random bits in base64url: tokens, codes, secrets.
    #[must_use]
    pub fn token(&self) -> String {
        use base64::Engine as _;
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(self.random::<32>())
    }

    /// Seals a value in transit: a cookie, a token, a part of an address.
    pub fn seal(&self, purpose: &'static str, plain: &[u8]) -> Result<Vec<u8>, Error> {
        Ok(self.0.sealer.seal(purpose, plain, self.entropy())?)
    }

    /// Opens a value of [`Self::seal`].
    pub fn unseal(&self, purpose: &'static str, sealed: &[u8]) -> Result<Vec<u8>, Error> {
        Ok(self.0.sealer.open(purpose, sealed)?)
    }

    /// The writer of audit rows.
    #[must_use]
    pub fn audit(&self) -> &AuditWriter {
        &self.0.audit
    }

    /// Writes the refusals counted in minutes that are over; with `all`, in those under way too. Returns the number
    /// of rows.
    pub async fn write_gathered(&self, all: bool) -> Result<usize, Error> {
        Ok(self.audit().write_gathered(self.db(), self.now(), all).await?)
    }

    /// Seals a value for a row of the database; it opens there only.
    pub fn seal_at(&self, at: &Column, row: &str, plain: &[u8]) -> Result<Vec<u8>, Error> {
        Ok(self.0.sealer.seal_at(at, row, plain, self.entropy())?)
    }

    /// Opens a value of [`Self::seal_at`].
    pub fn unseal_at(&self, at: &Column, row: &str, sealed: &[u8]) -> Result<Vec<u8>, Error> {
        Ok(self.0.sealer.open_at(at, row, sealed)?)
    }

    /// Whether a value is sealed in the present format, under the present key.
    #[must_use]
    pub fn is_sealed_presently(&self, sealed: &[u8]) -> bool {
        self.0.sealer.is_present(sealed)
    }

    /// The keyed hash of a code, token or name.
    #[must_use]
    pub fn hash(&self, purpose: &str, value: &str) -> String {
        self.0.hash.hash(purpose, value)
    }
}
