-- ---- Phones -----------------------------------------------------------------------------------
-- A number as it is compared (kernel/phone.rs): without spaces and dashes, mainland mobiles without +86.
ALTER TABLE users ADD COLUMN phone_key TEXT NOT NULL DEFAULT '';
UPDATE users SET phone_key = REPLACE(REPLACE(phone, ' ', ''), '-', '');
UPDATE users SET phone_key = '+' || SUBSTR(phone_key, 3) WHERE phone_key LIKE '00%';
UPDATE users SET phone_key = SUBSTR(phone_key, 4) WHERE phone_key LIKE '+861%' AND LENGTH(phone_key) = 14;
CREATE INDEX users_phone_key ON users (phone_key) WHERE deleted_at IS NULL;

-- ---- Messages to people -----------------------------------------------------------------------
-- Queued in the transaction that they tell of; any node sends them.
CREATE TABLE messages (
  id              TEXT PRIMARY KEY,
  kind            TEXT NOT NULL,        -- sms | email
  purpose         TEXT NOT NULL,        -- notify/model.rs, Purpose
  address         TEXT NOT NULL,        -- '' until it is known whom it goes to
  locale          TEXT NOT NULL,        -- zh | en
  user_id         TEXT REFERENCES users (id),
  tenant_id       TEXT REFERENCES tenants (id),
  content         BYTEA,                -- sealed: codes and links are in it; null once settled
  asked           BOOLEAN NOT NULL,     -- anybody may have asked for it: whom it goes to is found when it leaves
  state           TEXT NOT NULL,        -- waiting | sent | failed
  attempts        BIGINT NOT NULL,      -- begun; the latest one is who may write what came of it
  next_attempt_at BIGINT NOT NULL,      -- during an attempt: the end of its lease
  gives_up_at     BIGINT NOT NULL,
  last_error      TEXT,                 -- notify/model.rs, Trouble
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  sent_at         BIGINT
);
CREATE INDEX messages_due ON messages (next_attempt_at, id) WHERE state = 'waiting';
CREATE INDEX messages_created ON messages (created_at, id);
CREATE INDEX messages_kind ON messages (kind, created_at, id);
CREATE INDEX messages_address ON messages (address, created_at, id);

-- ---- Codes ------------------------------------------------------------------------------------
-- The latest code for a purpose, a target (a phone, or a login name) and a browser. Kept for targets that
-- nobody has, too: the answer must not tell.
CREATE TABLE codes (
  purpose      TEXT NOT NULL,           -- sign-in | recovery
  target_hash  TEXT NOT NULL,           -- keyed
  browser_hash TEXT NOT NULL,           -- keyed
  id           TEXT NOT NULL,           -- another with every code
  code_hash    TEXT NOT NULL,           -- keyed, with the id
  tries        BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL,
  used_at      BIGINT,
  PRIMARY KEY (purpose, target_hash, browser_hash)
);
CREATE INDEX codes_expiry ON codes (expires_at);

-- How much was asked for, within a window that begins with the first.
CREATE TABLE request_counts (
  scope    TEXT NOT NULL,               -- session/bounds.rs
  key_hash TEXT NOT NULL,               -- keyed
  since    BIGINT NOT NULL,
  last_at  BIGINT NOT NULL,
  total    BIGINT NOT NULL,
  ends_at  BIGINT NOT NULL,
  PRIMARY KEY (scope, key_hash)
);
CREATE INDEX request_counts_end ON request_counts (ends_at);

-- ---- Passwords --------------------------------------------------------------------------------
CREATE TABLE password_history (
  id            TEXT PRIMARY KEY,       -- UUIDv7: the latest has the greatest
  user_id       TEXT NOT NULL REFERENCES users (id),
  password_hash TEXT NOT NULL,          -- argon2id
  replaced_at   BIGINT NOT NULL
);
CREATE INDEX password_history_user ON password_history (user_id, id);
