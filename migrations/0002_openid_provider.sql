-- The complete OpenID provider. Codes and token families of before last minutes only: a person signs in
-- again at most, nothing else is lost.

DROP TABLE authorization_codes;
DROP TABLE token_families;

-- Everything of RFC 7591 and ours that is never searched for: oidc/clients/settings.rs.
ALTER TABLE clients ADD COLUMN settings JSONB NOT NULL DEFAULT '{}';
-- [{"hash", "createdAt", "expiresAt"?}]: several while a secret is being replaced. Keyed SHA-256.
ALTER TABLE clients ADD COLUMN secrets JSONB NOT NULL DEFAULT '[]';
ALTER TABLE clients DROP COLUMN secret_hash;
-- Who may read and change its own registration (RFC 7592); keyed SHA-256.
ALTER TABLE clients ADD COLUMN registration_token_hash TEXT;
CREATE INDEX clients_name ON clients (client_name, id);
CREATE INDEX clients_updated ON clients (updated_at, id);

CREATE TABLE authorization_codes (
  code_hash    TEXT PRIMARY KEY,
  client_id    TEXT NOT NULL REFERENCES clients (id),
  user_id      TEXT NOT NULL REFERENCES users (id),
  session_id   TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  code_challenge TEXT,                  -- S256; absent where the client's PKCE policy allows
  granted      JSONB NOT NULL,          -- oidc/granted.rs
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL,
  consumed_at  BIGINT,
  family_id    TEXT                     -- revoked if the code comes twice
);
CREATE INDEX authorization_codes_expiry ON authorization_codes (expires_at);

-- Token families: what one authorization gave. Every token made from it is valid while its family is.
CREATE TABLE token_families (
  id         TEXT PRIMARY KEY,
  client_id  TEXT NOT NULL REFERENCES clients (id),
  user_id    TEXT NOT NULL REFERENCES users (id),
  session_id TEXT NOT NULL,
  offline    BOOLEAN NOT NULL,          -- granted offline_access: outlasts the session
  granted    JSONB NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,           -- nothing of it lives longer
  revoked_at BIGINT
);
CREATE INDEX token_families_session ON token_families (session_id, client_id);
CREATE INDEX token_families_user ON token_families (user_id, client_id);
CREATE INDEX token_families_expiry ON token_families (expires_at);
