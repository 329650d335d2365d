-- Clients as an administered resource, and registration by programs.

-- Folded name, for search and order.
ALTER TABLE clients ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
UPDATE clients SET name_key = lower(client_name);
DROP INDEX clients_name;
CREATE INDEX clients_name ON clients (name_key, id);
CREATE INDEX clients_software ON clients (software_id, name_key, id);
CREATE INDEX clients_tenant ON clients (tenant_id, name_key, id);
CREATE INDEX clients_domain ON clients (tenant_domain_id);

-- What lets a program register clients (RFC 7591, section 3). Only the keyed hash is kept.
CREATE TABLE initial_access_tokens (
  id          TEXT PRIMARY KEY,
  version     BIGINT NOT NULL,
  token_hash  TEXT NOT NULL UNIQUE,
  note        TEXT NOT NULL,            -- whom it was given to, or what for
  pkce        TEXT NOT NULL,            -- required | optional: policy of the clients registered with it
  uses        BIGINT NOT NULL,          -- registrations that it is good for
  used        BIGINT NOT NULL,
  created_by  TEXT,                     -- user id
  created_at  BIGINT NOT NULL,
  expires_at  BIGINT NOT NULL,
  revoked_at  BIGINT
);
CREATE INDEX initial_access_tokens_created ON initial_access_tokens (created_at, id);
