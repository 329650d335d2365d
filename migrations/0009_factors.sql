-- Second factors, passkeys, and who has to have one.

-- Who belongs to such a tenant, or has such a role, has to prove a second factor.
ALTER TABLE tenants ADD COLUMN mfa_required BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE roles ADD COLUMN mfa_required BOOLEAN NOT NULL DEFAULT FALSE;

-- Authenticator applications (RFC 6238): one a person.
CREATE TABLE totp_factors (
  user_id    TEXT PRIMARY KEY REFERENCES users (id),
  secret     BYTEA NOT NULL,            -- sealed seed
  last_step  BIGINT NOT NULL,           -- of the newest code taken: no code works twice
  created_at BIGINT NOT NULL,
  used_at    BIGINT
);

-- For whoever lost the rest: each works once. Only keyed hashes are kept.
CREATE TABLE recovery_codes (
  user_id    TEXT NOT NULL REFERENCES users (id),
  code_hash  TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at    BIGINT,
  PRIMARY KEY (user_id, code_hash)
);

-- What authenticators call a person: random, so that a passkey tells nobody who that is (WebAuthn, section 14.6.1).
CREATE TABLE passkey_users (
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  handle  TEXT NOT NULL UNIQUE
);

CREATE TABLE passkeys (
  id            TEXT PRIMARY KEY,
  user_id       TEXT NOT NULL REFERENCES users (id),
  credential_id TEXT NOT NULL UNIQUE,   -- base64url
  credential    JSONB NOT NULL,         -- public key and flags
  counter       BIGINT NOT NULL,        -- signatures that the authenticator counted; 0 where it counts none
  synced        BOOLEAN NOT NULL,       -- may be on several devices
  name          TEXT NOT NULL,
  created_at    BIGINT NOT NULL,
  used_at       BIGINT
);
CREATE INDEX passkeys_user ON passkeys (user_id, created_at, id);

-- Wrong second factors of an account, over all the ways.
CREATE TABLE factor_attempts (
  user_id      TEXT PRIMARY KEY REFERENCES users (id),
  failures     BIGINT NOT NULL,
  locked_until BIGINT NOT NULL,
  last_at      BIGINT NOT NULL
);
CREATE INDEX factor_attempts_last ON factor_attempts (last_at);

-- A person's own sign-ins, newest first.
CREATE INDEX audit_events_sign_in ON audit_events (actor, seq) WHERE resource = 'sessions';
