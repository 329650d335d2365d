-- Tokens: refreshing, single access tokens that were taken back, devices.

-- The one refresh token of a family that still works, as a keyed hash, and the moment from which it does not if
-- nobody uses it. An older one is told by the mark inside it and takes the family down: oidc/token/refresh.rs.
ALTER TABLE token_families ADD COLUMN refresh_hash TEXT;
ALTER TABLE token_families ADD COLUMN refresh_expires_at BIGINT;

-- Access tokens that were taken back one by one; those of a family end with it.
CREATE TABLE revoked_tokens (
  jti        TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX revoked_tokens_expiry ON revoked_tokens (expires_at);

-- RFC 8628. Both codes as keyed hashes.
CREATE TABLE device_codes (
  code_hash      TEXT PRIMARY KEY,
  user_code_hash TEXT NOT NULL UNIQUE,
  client_id      TEXT NOT NULL REFERENCES clients (id),
  granted        JSONB NOT NULL,        -- what is asked for; whole once somebody approved it
  state          TEXT NOT NULL,         -- pending | approved | denied
  user_id        TEXT REFERENCES users (id),
  session_id     TEXT,
  pause_seconds  BIGINT NOT NULL,       -- between two polls
  polled_at      BIGINT,
  created_at     BIGINT NOT NULL,
  expires_at     BIGINT NOT NULL,
  consumed_at    BIGINT,
  family_id      TEXT
);
CREATE INDEX device_codes_expiry ON device_codes (expires_at);

-- Wrong user codes of a person, within a window of time: nobody tries them all.
CREATE TABLE device_attempts (
  user_id    TEXT PRIMARY KEY REFERENCES users (id),
  failures   BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX device_attempts_expiry ON device_attempts (expires_at);
