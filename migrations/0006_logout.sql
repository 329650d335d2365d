-- What clients are still to be told: OpenID Connect Back-Channel Logout 1.0. Queued in the transaction that
-- ends the session.
CREATE TABLE logout_deliveries (
  id              TEXT PRIMARY KEY,
  client_id       TEXT NOT NULL REFERENCES clients (id),
  user_id         TEXT NOT NULL REFERENCES users (id),
  session_id      TEXT NOT NULL,        -- sid; sessions are not kept for this
  state           TEXT NOT NULL,        -- waiting | delivered | failed
  attempts        BIGINT NOT NULL,      -- begun; the latest one is who may write what came of it
  next_attempt_at BIGINT NOT NULL,      -- during an attempt: the end of its lease
  gives_up_at     BIGINT NOT NULL,
  last_error      TEXT,                 -- oidc/logout/model.rs, Trouble
  last_status     BIGINT,               -- HTTP
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL
);
-- A session ends once, so a client hears of it once.
CREATE UNIQUE INDEX logout_deliveries_once ON logout_deliveries (session_id, client_id);
CREATE INDEX logout_deliveries_due ON logout_deliveries (next_attempt_at, id) WHERE state = 'waiting';
CREATE INDEX logout_deliveries_created ON logout_deliveries (created_at, id);
CREATE INDEX logout_deliveries_state ON logout_deliveries (state, created_at, id);
CREATE INDEX logout_deliveries_client ON logout_deliveries (client_id, created_at, id);
