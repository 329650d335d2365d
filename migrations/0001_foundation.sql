-- One file serves both engines. Types: TEXT, BIGINT (numbers; times in epoch milliseconds), BOOLEAN,
-- JSONB (objects or arrays only), BYTEA. Ids are text: UUIDv7, or the ids that the specification reserves.

-- ---- Kernel -----------------------------------------------------------------------------------
CREATE TABLE settings (
  name       TEXT PRIMARY KEY,
  value      BYTEA NOT NULL,            -- sealed
  created_at BIGINT NOT NULL
);

-- The chain's end: one row, locked by every append, so that sequence and hash cannot fork.
CREATE TABLE audit_head (
  id   BIGINT PRIMARY KEY,
  seq  BIGINT NOT NULL,
  hash TEXT NOT NULL
);
INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, '');

CREATE TABLE audit_events (
  seq        BIGINT PRIMARY KEY,
  at         BIGINT NOT NULL,
  actor      TEXT NOT NULL,             -- user id, or 'system:<part>', or 'nobody'
  actor_name TEXT NOT NULL,
  session_id TEXT,
  address    TEXT,
  request_id TEXT NOT NULL,
  action     TEXT NOT NULL,
  resource   TEXT NOT NULL,
  record_id  TEXT NOT NULL,
  tenant_id  TEXT,
  before     TEXT,                      -- JSON, canonical
  after      TEXT,
  reason     TEXT,
  outcome    TEXT NOT NULL,             -- ok | refused | failed
  prev_hash  TEXT NOT NULL,
  hash       TEXT NOT NULL
);
CREATE INDEX audit_events_record ON audit_events (resource, record_id, seq);
CREATE INDEX audit_events_actor ON audit_events (actor, seq);
CREATE INDEX audit_events_tenant ON audit_events (tenant_id, seq);

-- What works once: captcha answers, transport nonces, set-up and invitation keys.
CREATE TABLE consumed (
  purpose    TEXT NOT NULL,
  key_hash   TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (purpose, key_hash)
);
CREATE INDEX consumed_expiry ON consumed (expires_at);

-- ---- Tenants, people, roles, menus ------------------------------------------------------------
CREATE TABLE tenants (
  id          TEXT PRIMARY KEY,
  version     BIGINT NOT NULL,
  tenant_name TEXT NOT NULL,
  name_key    TEXT NOT NULL,            -- folded, for search and sort
  tenant_code TEXT NOT NULL,
  abbr        TEXT NOT NULL,
  abbr_key    TEXT NOT NULL,
  category_id TEXT NOT NULL,
  contact     TEXT NOT NULL,
  tel         TEXT NOT NULL,
  email       TEXT NOT NULL,
  country_id  TEXT,
  province_id TEXT,
  city_id     TEXT,
  postcode    TEXT NOT NULL,
  address     TEXT NOT NULL,
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  deleted_at  BIGINT
);
CREATE UNIQUE INDEX tenants_code ON tenants (tenant_code);
CREATE INDEX tenants_name ON tenants (name_key, id);
CREATE INDEX tenants_abbr ON tenants (abbr_key, id);
CREATE INDEX tenants_created ON tenants (created_at, id);

CREATE TABLE roles (
  id          TEXT PRIMARY KEY,
  version     BIGINT NOT NULL,
  name        TEXT NOT NULL,
  description TEXT NOT NULL,
  status      BIGINT NOT NULL,          -- 0 open, 1 closed
  role_type   BIGINT NOT NULL,          -- 1 system, 2 tenant
  super_admin BOOLEAN NOT NULL,
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  deleted_at  BIGINT
);

CREATE TABLE menus (
  id            TEXT PRIMARY KEY,
  version       BIGINT NOT NULL,
  name          TEXT NOT NULL,          -- zh
  name_en       TEXT NOT NULL,
  description   TEXT NOT NULL,
  parent_id     TEXT NOT NULL,          -- '0' is the root
  seq           BIGINT NOT NULL,
  url           TEXT NOT NULL,          -- a route name; '' for a group
  icon          TEXT NOT NULL,
  status        BIGINT NOT NULL,        -- 0 open, 1 closed
  resource_type BIGINT NOT NULL,        -- 1 system, 2 tenant
  created_at    BIGINT NOT NULL,
  updated_at    BIGINT NOT NULL
);
CREATE INDEX menus_order ON menus (parent_id, seq, id);

CREATE TABLE role_menus (
  role_id TEXT NOT NULL REFERENCES roles (id),
  menu_id TEXT NOT NULL REFERENCES menus (id),
  act     TEXT NOT NULL,                -- view | edit
  PRIMARY KEY (role_id, menu_id)
);

CREATE TABLE users (
  id                  TEXT PRIMARY KEY, -- also the OpenID Connect subject
  version             BIGINT NOT NULL,
  user_name           TEXT NOT NULL,
  user_name_key       TEXT NOT NULL,    -- folded; never handed to somebody else
  full_name           TEXT NOT NULL,
  full_name_key       TEXT NOT NULL,
  email               TEXT NOT NULL,
  email_key           TEXT NOT NULL,
  email_valid         BOOLEAN NOT NULL,
  phone               TEXT NOT NULL,
  phone_valid         BOOLEAN NOT NULL,
  password_hash       TEXT,             -- argon2id PHC string
  password_changed_at BIGINT,
  password_reset      BOOLEAN NOT NULL, -- true: set by somebody else, to be changed
  role_id             TEXT REFERENCES roles (id),
  status              BIGINT NOT NULL,  -- 0 normal, 1 locked
  user_type           BIGINT NOT NULL,
  sex                 BIGINT,
  birthday            TEXT,
  remark              TEXT NOT NULL,
  language            TEXT NOT NULL,
  org                 TEXT NOT NULL,    -- local | cloud | ldap
  uc_id               TEXT,
  created_at          BIGINT NOT NULL,
  updated_at          BIGINT NOT NULL,
  deleted_at          BIGINT
);
CREATE UNIQUE INDEX users_user_name ON users (user_name_key);
CREATE UNIQUE INDEX users_email ON users (email_key);
CREATE INDEX users_full_name ON users (full_name_key, id);
CREATE INDEX users_phone ON users (phone);
CREATE INDEX users_created ON users (created_at, id);
CREATE INDEX users_role ON users (role_id);

CREATE TABLE memberships (
  id          TEXT PRIMARY KEY,
  version     BIGINT NOT NULL,
  tenant_id   TEXT NOT NULL REFERENCES tenants (id),
  user_id     TEXT NOT NULL REFERENCES users (id),
  role_id     TEXT REFERENCES roles (id),
  type_id     TEXT,
  position_id TEXT,
  enabled     BIGINT NOT NULL,          -- 0 enabled, 1 disabled
  join_date   BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  UNIQUE (tenant_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);

CREATE TABLE dictionary_categories (
  id        TEXT PRIMARY KEY,
  name      TEXT NOT NULL,
  name_en   TEXT NOT NULL,
  is_tenant BOOLEAN NOT NULL
);

CREATE TABLE dictionary_items (
  id          TEXT PRIMARY KEY,
  version     BIGINT NOT NULL,
  category_id TEXT NOT NULL REFERENCES dictionary_categories (id),
  tenant_id   TEXT NOT NULL,            -- '0' = all tenants
  parent_id   TEXT NOT NULL,            -- '0' = none
  dic_name    TEXT NOT NULL,
  dic_name_en TEXT NOT NULL,
  dic_code    TEXT NOT NULL,
  sort        BIGINT NOT NULL,
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  deleted_at  BIGINT
);
CREATE INDEX dictionary_items_list ON dictionary_items (category_id, tenant_id, sort, id);

CREATE TABLE security_strategy (
  id            TEXT PRIMARY KEY,       -- '1'
  version       BIGINT NOT NULL,
  validity_time BIGINT NOT NULL,        -- idle minutes; 0 = never
  expired_day   BIGINT NOT NULL,        -- password validity; 0 = no expiry
  remind_day    BIGINT NOT NULL,
  updated_at    BIGINT NOT NULL
);
INSERT INTO security_strategy (id, version, validity_time, expired_day, remind_day, updated_at) VALUES ('1', 1, 30, 90, 7, 0);

-- ---- Studies, sites, software -----------------------------------------------------------------
CREATE TABLE studies (
  id         TEXT PRIMARY KEY,
  version    BIGINT NOT NULL,
  tenant_id  TEXT NOT NULL REFERENCES tenants (id),
  study_name TEXT NOT NULL,
  name_key   TEXT NOT NULL,
  study_code TEXT NOT NULL,
  code_key   TEXT NOT NULL,             -- folded; a tenant uses a code once
  plan_code  TEXT NOT NULL,
  sponsor    TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT,
  UNIQUE (tenant_id, code_key)
);
CREATE INDEX studies_name ON studies (tenant_id, name_key, id);

CREATE TABLE sites (
  id         TEXT PRIMARY KEY,
  version    BIGINT NOT NULL,
  site_name  TEXT NOT NULL,
  name_key   TEXT NOT NULL,
  level_id   TEXT,
  type_id    TEXT,
  address    TEXT NOT NULL,
  remark     TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT
);
CREATE INDEX sites_name ON sites (name_key, id);

CREATE TABLE tenant_sites (
  id         TEXT PRIMARY KEY,
  version    BIGINT NOT NULL,
  tenant_id  TEXT NOT NULL REFERENCES tenants (id),
  site_id    TEXT NOT NULL REFERENCES sites (id),
  nick_name  TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT,
  UNIQUE (tenant_id, site_id)
);

CREATE TABLE study_sites (
  id             TEXT PRIMARY KEY,
  version        BIGINT NOT NULL,
  study_id       TEXT NOT NULL REFERENCES studies (id),
  tenant_site_id TEXT NOT NULL REFERENCES tenant_sites (id),
  code           TEXT NOT NULL,         -- business code
  code_key       TEXT NOT NULL,         -- folded; a study uses a code once
  name_key       TEXT NOT NULL,         -- folded nickname, for search and sort
  created_at     BIGINT NOT NULL,
  updated_at     BIGINT NOT NULL,
  deleted_at     BIGINT,
  UNIQUE (study_id, code_key),
  UNIQUE (study_id, tenant_site_id)
);
CREATE INDEX study_sites_name ON study_sites (study_id, name_key, id);

CREATE TABLE software (
  id                     TEXT PRIMARY KEY,
  version                BIGINT NOT NULL,
  software_name          TEXT NOT NULL,
  describe               TEXT NOT NULL,
  web_code               TEXT NOT NULL,
  app_code               TEXT NOT NULL,
  validity_time          BIGINT NOT NULL,
  sort                   BIGINT NOT NULL,
  authorization_style    BIGINT NOT NULL, -- 1 RTSM, 2 EDC, 3 CTMS, 4 eTMF
  is_study_authorization BIGINT NOT NULL, -- 0 yes, 1 no
  projdb_show            BIGINT NOT NULL,
  remind_day             BIGINT NOT NULL,
  expired_day            BIGINT NOT NULL,
  created_at             BIGINT NOT NULL,
  updated_at             BIGINT NOT NULL,
  deleted_at             BIGINT
);
CREATE UNIQUE INDEX software_web_code ON software (web_code);

CREATE TABLE tenant_domains (
  id            TEXT PRIMARY KEY,
  version       BIGINT NOT NULL,
  tenant_id     TEXT NOT NULL REFERENCES tenants (id),
  software_id   TEXT NOT NULL REFERENCES software (id),
  url_name      TEXT NOT NULL,
  url           TEXT NOT NULL,
  website_url   TEXT NOT NULL,          -- where a browser goes
  mobile_url    TEXT NOT NULL,
  api_url       TEXT NOT NULL,
  api_key       BYTEA,                  -- sealed credential of the role and callback APIs
  remark        TEXT NOT NULL,
  init_software BOOLEAN NOT NULL,
  created_at    BIGINT NOT NULL,
  updated_at    BIGINT NOT NULL,
  deleted_at    BIGINT
);
CREATE INDEX tenant_domains_list ON tenant_domains (tenant_id, software_id, id);

CREATE TABLE licences (
  id           TEXT PRIMARY KEY,
  version      BIGINT NOT NULL,
  tenant_id    TEXT NOT NULL REFERENCES tenants (id),
  software_id  TEXT NOT NULL REFERENCES software (id),
  time_enable  BOOLEAN NOT NULL,
  start_time   TEXT,                    -- yyyy-MM-dd, inclusive
  end_time     TEXT,
  study_enable BOOLEAN NOT NULL,
  max_study    BIGINT,
  user_enable  BOOLEAN NOT NULL,
  max_user     BIGINT,
  is_enable    BOOLEAN NOT NULL,
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL,
  UNIQUE (tenant_id, software_id)
);

-- A study bound to a system: the specification's studyUrlId.
CREATE TABLE study_software (
  id                TEXT PRIMARY KEY,
  version           BIGINT NOT NULL,
  study_id          TEXT NOT NULL REFERENCES studies (id),
  software_id       TEXT NOT NULL REFERENCES software (id),
  tenant_domain_id  TEXT NOT NULL REFERENCES tenant_domains (id),
  role_api_request  TEXT NOT NULL,      -- base address of the role API
  role_api_response TEXT NOT NULL,      -- base address of the callback (provisioning) API
  created_at        BIGINT NOT NULL,
  updated_at        BIGINT NOT NULL,
  deleted_at        BIGINT,
  UNIQUE (study_id, software_id)
);
CREATE INDEX study_software_by_software ON study_software (software_id, study_id);

-- ---- Plugins and what they decide -------------------------------------------------------------
CREATE TABLE publishers (
  id         TEXT PRIMARY KEY,          -- first 16 hex digits of SHA-256 of the public key
  public_key TEXT NOT NULL,              -- base64 of 32 octets
  name       TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  revoked_at BIGINT
);

CREATE TABLE plugins (
  digest       TEXT PRIMARY KEY,
  plugin_id    TEXT NOT NULL,
  web_code     TEXT NOT NULL,
  plugin_version TEXT NOT NULL,
  sequence     BIGINT NOT NULL,
  publisher_id TEXT NOT NULL REFERENCES publishers (id),
  bundle       BYTEA NOT NULL,
  state        TEXT NOT NULL,           -- active | previous | retired
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL
);
CREATE INDEX plugins_slot ON plugins (web_code, state);

CREATE TABLE grants (
  id                TEXT PRIMARY KEY,
  version           BIGINT NOT NULL,
  tenant_id         TEXT NOT NULL REFERENCES tenants (id),
  study_id          TEXT NOT NULL REFERENCES studies (id),
  software_id       TEXT NOT NULL REFERENCES software (id),
  study_software_id TEXT NOT NULL REFERENCES study_software (id),
  user_id           TEXT NOT NULL REFERENCES users (id),
  user_role         TEXT NOT NULL,
  user_type_id      TEXT NOT NULL,
  selection         JSONB NOT NULL,     -- grants as the panel gave them
  claims            JSONB NOT NULL,     -- as the plugin projected them
  plugin_digest     TEXT NOT NULL,
  external_ref      TEXT,
  created_at        BIGINT NOT NULL,
  updated_at        BIGINT NOT NULL,
  revoked_at        BIGINT,
  UNIQUE (study_software_id, user_id)
);
CREATE INDEX grants_user ON grants (user_id, software_id);
CREATE INDEX grants_software ON grants (tenant_id, software_id, study_id);

-- What an administrator asked for: one panel, some people. Carried out by the runner, which may be another node.
CREATE TABLE authorisation_batches (
  id            TEXT PRIMARY KEY,
  tenant_id     TEXT NOT NULL REFERENCES tenants (id),
  software_id   TEXT NOT NULL REFERENCES software (id),
  actor         TEXT NOT NULL,
  actor_name    TEXT NOT NULL,
  request_id    TEXT NOT NULL,
  user_role     TEXT NOT NULL,
  user_type_id  TEXT NOT NULL,
  selection     JSONB NOT NULL,         -- grants as the panel gave them
  plugin_digest TEXT NOT NULL,
  state         TEXT NOT NULL,          -- queued | running | done
  attempt       BIGINT NOT NULL,
  lease_until   BIGINT NOT NULL,
  created_at    BIGINT NOT NULL,
  updated_at    BIGINT NOT NULL
);
CREATE INDEX authorisation_batches_due ON authorisation_batches (state, lease_until);

CREATE TABLE authorisation_items (
  batch_id          TEXT NOT NULL REFERENCES authorisation_batches (id),
  item_id           TEXT NOT NULL,
  study_software_id TEXT REFERENCES study_software (id),
  user_id           TEXT REFERENCES users (id),  -- null: an address nobody is known by
  label             TEXT NOT NULL,
  state             TEXT NOT NULL,      -- waiting | succeeded | failed
  reason            TEXT,
  message_zh        TEXT,
  message_en        TEXT,
  PRIMARY KEY (batch_id, item_id)
);
CREATE INDEX authorisation_items_waiting ON authorisation_items (batch_id, state, study_software_id, item_id);

-- ---- Sign-in ----------------------------------------------------------------------------------
CREATE TABLE sessions (
  id         TEXT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  user_id    TEXT NOT NULL REFERENCES users (id),
  tenant_id  TEXT,
  auth_time  BIGINT NOT NULL,
  amr        JSONB NOT NULL,
  acr        TEXT NOT NULL,
  address    TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  seen_at    BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,           -- absolute
  ended_at   BIGINT,
  end_reason TEXT
);
CREATE INDEX sessions_user ON sessions (user_id, ended_at);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Counted on a hash of the name typed, known or not, so that the answer tells nothing.
CREATE TABLE login_attempts (
  name_hash    TEXT PRIMARY KEY,
  failures     BIGINT NOT NULL,
  last_at      BIGINT NOT NULL,
  locked_until BIGINT NOT NULL
);

-- ---- OpenID Connect ---------------------------------------------------------------------------
CREATE TABLE keys (
  kid         TEXT PRIMARY KEY,
  purpose     TEXT NOT NULL,            -- sign | transport
  alg         TEXT NOT NULL,
  private_key BYTEA NOT NULL,           -- PKCS#8 DER, sealed
  public_jwk  JSONB NOT NULL,
  created_at  BIGINT NOT NULL,
  retired_at  BIGINT
);
-- One signing key of each algorithm is current, however many nodes start at once.
CREATE UNIQUE INDEX keys_signing ON keys (alg) WHERE purpose = 'sign' AND retired_at IS NULL;

-- The number of the latest change to any client: one row, locked by every change, so that a reader who
-- asks for what came after the number it knows misses nothing.
CREATE TABLE clients_head (
  id       BIGINT PRIMARY KEY,
  revision BIGINT NOT NULL
);
INSERT INTO clients_head (id, revision) VALUES (1, 0);

CREATE TABLE clients (
  id                        TEXT PRIMARY KEY, -- client_id
  version                   BIGINT NOT NULL,
  client_name               TEXT NOT NULL,
  application_type          TEXT NOT NULL,    -- web | native
  secret_hash               TEXT,             -- keyed SHA-256
  token_endpoint_auth_method TEXT NOT NULL,
  redirect_uris             JSONB NOT NULL,
  post_logout_redirect_uris JSONB NOT NULL,
  grant_types               JSONB NOT NULL,
  scope                     TEXT NOT NULL,
  software_id               TEXT REFERENCES software (id),
  tenant_id                 TEXT REFERENCES tenants (id),
  tenant_domain_id          TEXT REFERENCES tenant_domains (id),
  revision                  BIGINT NOT NULL,  -- of clients_head, at the latest change
  created_at                BIGINT NOT NULL,
  updated_at                BIGINT NOT NULL,
  deleted_at                BIGINT
);
CREATE INDEX clients_revision ON clients (revision);

CREATE TABLE authorization_codes (
  code_hash      TEXT PRIMARY KEY,
  client_id      TEXT NOT NULL REFERENCES clients (id),
  user_id        TEXT NOT NULL REFERENCES users (id),
  session_id     TEXT NOT NULL REFERENCES sessions (id),
  redirect_uri   TEXT NOT NULL,
  scope          TEXT NOT NULL,
  nonce          TEXT,
  code_challenge TEXT NOT NULL,
  created_at     BIGINT NOT NULL,
  expires_at     BIGINT NOT NULL,
  consumed_at    BIGINT,
  grant_id       TEXT                   -- the token family, revoked if the code comes twice
);
CREATE INDEX authorization_codes_expiry ON authorization_codes (expires_at);

-- Token families: an access token is valid while its family is.
CREATE TABLE token_families (
  id         TEXT PRIMARY KEY,
  client_id  TEXT NOT NULL REFERENCES clients (id),
  user_id    TEXT NOT NULL REFERENCES users (id),
  session_id TEXT NOT NULL REFERENCES sessions (id),
  created_at BIGINT NOT NULL,
  revoked_at BIGINT
);
