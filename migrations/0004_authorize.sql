-- Pushed authorization requests (RFC 9126), and what people agreed to.

CREATE TABLE pushed_requests (
  reference_hash TEXT PRIMARY KEY,      -- keyed hash of the request_uri
  client_id      TEXT NOT NULL REFERENCES clients (id),
  request        JSONB NOT NULL,        -- oidc/authorize/request.rs
  created_at     BIGINT NOT NULL,
  expires_at     BIGINT NOT NULL,       -- until when the client may send the browser with it
  until          BIGINT NOT NULL,       -- until when a sign-in begun with it may last
  used_at        BIGINT                 -- when it was answered
);
CREATE INDEX pushed_requests_until ON pushed_requests (until);

-- What a person agreed to give a client: shown to them, until they withdraw it.
CREATE TABLE consents (
  id           TEXT PRIMARY KEY,
  version      BIGINT NOT NULL,
  user_id      TEXT NOT NULL REFERENCES users (id),
  client_id    TEXT NOT NULL REFERENCES clients (id),
  scopes       JSONB NOT NULL,          -- arrays of text, sorted
  claims       JSONB NOT NULL,
  resources    JSONB NOT NULL,
  granted_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL,
  last_used_at BIGINT
);
CREATE UNIQUE INDEX consents_client ON consents (user_id, client_id);
CREATE INDEX consents_user ON consents (user_id, granted_at, id);

-- A withdrawal ends codes that wait to be exchanged.
CREATE INDEX authorization_codes_user ON authorization_codes (user_id, client_id);
