-- ---- Pre-authorisations -----------------------------------------------------------------------
-- A selection of a system's panel that waits for somebody, by e-mail address, until they accept it. The trial system
-- is told nothing before. Names are those of the moment at which it was sent.
CREATE TABLE preauthorisations (
  id             TEXT PRIMARY KEY,
  version        BIGINT NOT NULL,
  tenant_id      TEXT NOT NULL REFERENCES tenants (id),
  tenant_name    TEXT NOT NULL,
  software_id    TEXT NOT NULL REFERENCES software (id),
  software_name  TEXT NOT NULL,
  email          TEXT NOT NULL,
  email_key      TEXT NOT NULL,            -- folded
  user_id        TEXT REFERENCES users (id), -- the account that was chosen; null: whoever has the address
  user_name      TEXT NOT NULL,            -- of the account that was chosen, or that accepted it
  full_name      TEXT NOT NULL,
  user_role      TEXT NOT NULL,
  user_type_id   TEXT NOT NULL,
  selection      JSONB NOT NULL,           -- rows of the panel, as the plugin validated them
  shown          JSONB NOT NULL,           -- the same with the names that were shown
  projects       TEXT NOT NULL,            -- key of the panel's column of studies
  plugin_digest  TEXT NOT NULL,
  study_names    TEXT NOT NULL,
  site_names     TEXT NOT NULL,
  role_names     TEXT NOT NULL,
  locale         TEXT NOT NULL,            -- zh | en: of the mails
  round          BIGINT NOT NULL,          -- of sending: each has a key of its own
  key_hash       TEXT,                     -- keyed; null once it does not wait any more
  state          TEXT NOT NULL,            -- waiting | accepted | failed | withdrawn | expired
  reason         TEXT NOT NULL,            -- why it failed, or was not carried out when it was accepted last; '' = not
  message_zh     TEXT NOT NULL,
  message_en     TEXT NOT NULL,
  invited_by     TEXT NOT NULL REFERENCES users (id), -- who answers for it
  inviter_name   TEXT NOT NULL,
  invitation_id  TEXT REFERENCES invitations (id),    -- into the tenant, for who is no member
  accepted_by    TEXT REFERENCES users (id),
  accepted_at    BIGINT,
  batch_id       TEXT REFERENCES authorisation_batches (id), -- which carries it out
  settled_at     BIGINT,                   -- when that was done
  expires_at     BIGINT NOT NULL,
  sent_at        BIGINT NOT NULL,          -- when the latest link was queued
  reminded_at    BIGINT,
  created_at     BIGINT NOT NULL,
  updated_at     BIGINT NOT NULL
);
CREATE UNIQUE INDEX preauthorisations_key ON preauthorisations (key_hash);
CREATE INDEX preauthorisations_created ON preauthorisations (tenant_id, created_at, id);
CREATE INDEX preauthorisations_by_state ON preauthorisations (tenant_id, state, created_at, id);
CREATE INDEX preauthorisations_of_software ON preauthorisations (tenant_id, software_id, created_at, id, state);
CREATE INDEX preauthorisations_email ON preauthorisations (tenant_id, email_key, id);
-- Somebody's own.
CREATE INDEX preauthorisations_for_address ON preauthorisations (email_key) WHERE state IN ('waiting', 'accepted', 'failed');
CREATE INDEX preauthorisations_for_user ON preauthorisations (user_id) WHERE state IN ('waiting', 'accepted', 'failed');
-- What is to be done: ended, reminded of, concluded.
CREATE INDEX preauthorisations_expiring ON preauthorisations (expires_at, id) WHERE state = 'waiting';
CREATE INDEX preauthorisations_under_way ON preauthorisations (accepted_at, id) WHERE state = 'accepted' AND settled_at IS NULL;

-- The studies of what waits; a study waits for an address once.
CREATE TABLE preauthorisation_studies (
  study_software_id   TEXT NOT NULL REFERENCES study_software (id),
  email_key           TEXT NOT NULL,
  preauthorisation_id TEXT NOT NULL REFERENCES preauthorisations (id),
  study_id            TEXT NOT NULL REFERENCES studies (id),
  study_code          TEXT NOT NULL,
  study_name          TEXT NOT NULL,
  site_names          TEXT NOT NULL,
  role_names          TEXT NOT NULL,
  PRIMARY KEY (study_software_id, email_key)
);
CREATE INDEX preauthorisation_studies_of ON preauthorisation_studies (preauthorisation_id);
CREATE INDEX preauthorisation_studies_of_study ON preauthorisation_studies (study_id, email_key);

-- The history, a row for each study: 3 sent, 4 accepted (specification, section 9). Written once.
CREATE TABLE preauthorisation_changes (
  id                  TEXT PRIMARY KEY,
  at                  BIGINT NOT NULL,
  operation           BIGINT NOT NULL,
  kind                TEXT NOT NULL,       -- sent | resent | accepted
  preauthorisation_id TEXT NOT NULL REFERENCES preauthorisations (id),
  tenant_id           TEXT NOT NULL,
  tenant_name         TEXT NOT NULL,
  software_id         TEXT NOT NULL,
  software_name       TEXT NOT NULL,
  study_id            TEXT NOT NULL,
  study_code          TEXT NOT NULL,
  study_name          TEXT NOT NULL,
  site_names          TEXT NOT NULL,
  role_names          TEXT NOT NULL,
  email               TEXT NOT NULL,
  user_id             TEXT,                -- the account, where one was known
  user_name           TEXT NOT NULL,
  full_name           TEXT NOT NULL,
  operator_id         TEXT NOT NULL,
  operator_name       TEXT NOT NULL,
  operator_full_name  TEXT NOT NULL,
  batch_id            TEXT,
  study_key           TEXT NOT NULL,       -- folded, for searching within a row
  site_key            TEXT NOT NULL,
  person_key          TEXT NOT NULL,
  email_key           TEXT NOT NULL
);
-- Newest first, of everybody and of one tenant; each filter that is an id or a choice begins an index.
CREATE INDEX preauthorisation_changes_at ON preauthorisation_changes (at, id);
CREATE INDEX preauthorisation_changes_by_operation ON preauthorisation_changes (operation, at, id);
CREATE INDEX preauthorisation_changes_of_software ON preauthorisation_changes (software_id, at, id, operation);
CREATE INDEX preauthorisation_changes_of_tenant ON preauthorisation_changes (tenant_id, at, id, operation);
CREATE INDEX preauthorisation_changes_of_tenant_by_operation ON preauthorisation_changes (tenant_id, operation, at, id);
CREATE INDEX preauthorisation_changes_of_tenant_software
  ON preauthorisation_changes (tenant_id, software_id, at, id, operation);
CREATE INDEX preauthorisation_changes_of_operator
  ON preauthorisation_changes (operator_id, at, id, tenant_id, operation);
-- Who is in the history as an operator, for the choice in its filter.
CREATE TABLE preauthorisation_operators (
  tenant_id     TEXT NOT NULL,
  user_id       TEXT NOT NULL,
  user_name     TEXT NOT NULL,
  full_name     TEXT NOT NULL,
  user_name_key TEXT NOT NULL,
  full_name_key TEXT NOT NULL,
  PRIMARY KEY (tenant_id, user_id)
);
CREATE INDEX preauthorisation_operators_by_name ON preauthorisation_operators (user_name_key, user_id);
CREATE INDEX preauthorisation_operators_by_full_name ON preauthorisation_operators (full_name_key, user_id);
