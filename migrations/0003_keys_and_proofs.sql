-- Signing keys with their states, and counts of failed client authentication.

-- Wrong credentials of one client from one address: oidc/client_auth/failures.rs.
CREATE TABLE client_failures (
  key_hash TEXT PRIMARY KEY,            -- keyed hash of client and address
  failures BIGINT NOT NULL,
  ends_at  BIGINT NOT NULL              -- when counting starts anew
);
CREATE INDEX client_failures_end ON client_failures (ends_at);

-- The number of the latest change to any signing key: see clients_head.
CREATE TABLE signing_keys_head (
  id       BIGINT PRIMARY KEY,
  revision BIGINT NOT NULL
);
INSERT INTO signing_keys_head (id, revision) VALUES (1, 0);

CREATE TABLE signing_keys (
  kid          TEXT PRIMARY KEY,        -- RFC 7638 thumbprint
  alg          TEXT NOT NULL,
  state        TEXT NOT NULL,           -- next | current | retired | removed
  private_key  BYTEA,                   -- PKCS#8, sealed; gone once it signs no more
  public_jwk   JSONB NOT NULL,
  published_at BIGINT NOT NULL,         -- into the JWK set
  promote_at   BIGINT,                  -- when it is to sign, where somebody asked for that
  current_at   BIGINT,                  -- when it began to
  retired_at   BIGINT,                  -- when it ceased to
  remove_at    BIGINT,                  -- nothing signed by it lives longer
  removed_at   BIGINT                   -- out of the JWK set
);
-- One key of each algorithm signs and one waits, however many nodes decide at once.
CREATE UNIQUE INDEX signing_keys_current ON signing_keys (alg) WHERE state = 'current';
CREATE UNIQUE INDEX signing_keys_next ON signing_keys (alg) WHERE state = 'next';
CREATE INDEX signing_keys_list ON signing_keys (published_at, kid);

INSERT INTO signing_keys (kid, alg, state, private_key, public_jwk, published_at, current_at, retired_at)
  SELECT kid, alg, CASE WHEN retired_at IS NULL THEN 'current' ELSE 'retired' END, private_key, public_jwk,
    created_at, created_at, retired_at
  FROM keys WHERE purpose = 'sign';
DELETE FROM keys WHERE purpose = 'sign';
DROP INDEX keys_signing;
