-- Signing in with somebody else: accounts elsewhere that belong to accounts here, and codes in addresses.

CREATE TABLE identities (
  id           TEXT PRIMARY KEY,
  version      BIGINT NOT NULL,
  user_id      TEXT NOT NULL REFERENCES users (id),
  provider     TEXT NOT NULL,           -- its id in the settings, when it was last used
  authority    TEXT NOT NULL,           -- who says so: an issuer, or a service and its corporation
  subject      TEXT NOT NULL,           -- whom they mean; never handed to another account while it stands here
  label        TEXT NOT NULL,           -- what they call them, for the owner to recognise
  created_at   BIGINT NOT NULL,
  last_used_at BIGINT
);
CREATE UNIQUE INDEX identities_subject ON identities (authority, subject);
CREATE INDEX identities_user ON identities (user_id, created_at, id);

CREATE TABLE sso_codes (
  code_hash   TEXT PRIMARY KEY,         -- keyed hash
  client_id   TEXT NOT NULL REFERENCES clients (id), -- the program that asked for it
  user_id     TEXT REFERENCES users (id), -- null: asked for a name that nobody has
  audience    TEXT NOT NULL,            -- the issuer whose portal it is for
  created_at  BIGINT NOT NULL,
  expires_at  BIGINT NOT NULL,
  consumed_at BIGINT
);
CREATE INDEX sso_codes_expiry ON sso_codes (expires_at);
