-- The audit is read in the console: newest first as a whole, by action, and what was not allowed or failed.
CREATE INDEX audit_events_at ON audit_events (at, id);
CREATE INDEX audit_events_action ON audit_events (action, at, id);
CREATE INDEX audit_events_not_ok ON audit_events (at, id, outcome) WHERE outcome <> 'ok';

-- Checks of the whole audit: those asked for in the console, and one each day.
CREATE TABLE audit_checks (
  id           TEXT PRIMARY KEY,        -- UUIDv7; 'day-yyyy-MM-dd' for the one of a day
  requested_at BIGINT NOT NULL,
  requested_by TEXT NOT NULL,           -- login name, or the server's part
  started_at   BIGINT,
  ended_at     BIGINT,
  rows_checked BIGINT,
  outcome      TEXT,                    -- whole | overdue | broken | failed
  complaint    TEXT,
  open         BIGINT UNIQUE            -- 1 until it has ended: one at a time
);
CREATE INDEX audit_checks_requested ON audit_checks (requested_at, id);
