-- Systems are initialised for tenants through their plugins (study and platform administration, section 2.11).
ALTER TABLE plugins ADD COLUMN initialises BOOLEAN NOT NULL DEFAULT FALSE;

-- The systems whose active plugin can do that, by web code: kept with the installed plugins.
CREATE TABLE initialising_systems (
  web_code TEXT PRIMARY KEY
);

-- The latest attempt for a domain. Its key goes to the system, which does nothing more for a key that it had.
CREATE TABLE domain_initialisations (
  domain_id     TEXT PRIMARY KEY REFERENCES tenant_domains (id),
  attempt_key   TEXT NOT NULL,
  attempt       BIGINT NOT NULL,
  state         TEXT NOT NULL,          -- running | done | failed | unknown
  plugin_digest TEXT NOT NULL,
  started_at    BIGINT NOT NULL,
  ended_at      BIGINT
);
