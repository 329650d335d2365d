-- Invitations into a tenant, by e-mail.

CREATE TABLE invitations (
  id          TEXT PRIMARY KEY,
  version     BIGINT NOT NULL,
  tenant_id   TEXT NOT NULL REFERENCES tenants (id),
  email       TEXT NOT NULL,
  email_key   TEXT NOT NULL,            -- folded
  full_name   TEXT NOT NULL,            -- proposed; '' leaves it to the person
  role_id     TEXT NOT NULL REFERENCES roles (id),
  type_id     TEXT NOT NULL,
  position_id TEXT,                     -- proposed
  locale      TEXT NOT NULL,            -- zh | en: of the mail
  key_hash    TEXT,                     -- keyed; null once nothing can be opened with it any more
  state       TEXT NOT NULL,            -- open | accepted | withdrawn | replaced
  invited_by  TEXT REFERENCES users (id), -- who answers for the role; null: the server itself
  accepted_by TEXT REFERENCES users (id),
  expires_at  BIGINT NOT NULL,
  sent_at     BIGINT NOT NULL,          -- when the latest mail was queued
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL
);
CREATE UNIQUE INDEX invitations_key ON invitations (key_hash);
-- One that works for an address in a tenant: a new one takes the place of the one before.
CREATE UNIQUE INDEX invitations_open ON invitations (tenant_id, email_key) WHERE state = 'open';
CREATE INDEX invitations_created ON invitations (tenant_id, created_at, id);
CREATE INDEX invitations_email ON invitations (tenant_id, email_key, id);
