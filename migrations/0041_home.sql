-- The home of the console: what an administrator looks at first.

-- Sign-ins of each day (UTC), of a tenant's people and, under tenant '0', of everybody. Gathered from the sealed audit
-- in its order, so that every sign-in is counted once and no sign-in waits for a counter.
CREATE TABLE sign_in_days (
  tenant_id TEXT NOT NULL,
  day       TEXT NOT NULL,              -- yyyy-MM-dd
  sign_ins  BIGINT NOT NULL,
  people    BIGINT NOT NULL,            -- how many different ones
  PRIMARY KEY (tenant_id, day)
);
CREATE INDEX sign_in_days_day ON sign_in_days (day);

-- The number of the last audit row that was looked at.
CREATE TABLE sign_ins_counted (
  id  BIGINT PRIMARY KEY,
  seq BIGINT NOT NULL
);
INSERT INTO sign_ins_counted (id, seq) VALUES (1, 0);

-- Who has put away the first steps.
CREATE TABLE first_steps_dismissed (
  user_id      TEXT PRIMARY KEY REFERENCES users (id),
  dismissed_at BIGINT NOT NULL
);

-- Licences near their end, and those that take nobody more; what is full is found out beside the requests.
ALTER TABLE licences ADD COLUMN filled BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX licences_end ON licences (end_time, id) WHERE end_time IS NOT NULL;
CREATE INDEX licences_filled ON licences (id) WHERE filled;

-- Invitations that still work; messages that could not be delivered; who joined lately.
CREATE INDEX invitations_waiting ON invitations (expires_at, id, tenant_id) WHERE state = 'open';
CREATE INDEX messages_failed ON messages (updated_at, id) WHERE state = 'failed';
CREATE INDEX memberships_joined ON memberships (tenant_id, join_date);

-- The newest changes, among many sign-ins and many calls of clients.
CREATE INDEX audit_events_changes ON audit_events (at, id) WHERE outcome = 'ok'
  AND resource NOT IN ('sessions', 'codes', 'calls', 'consents')
  AND (resource <> 'clients' OR action IN ('client.created', 'client.updated', 'client.deleted'));
