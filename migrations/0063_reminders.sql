-- Who was reminded of what: once for each deadline.
CREATE TABLE reminders (
  purpose   TEXT NOT NULL,              -- of the message
  record_id TEXT NOT NULL,
  deadline  BIGINT NOT NULL,
  sent_at   BIGINT NOT NULL,
  PRIMARY KEY (purpose, record_id, deadline)
);
CREATE INDEX reminders_over ON reminders (deadline);
-- Passwords by their age.
CREATE INDEX users_password_age ON users ((COALESCE(password_changed_at, created_at)), id)
  WHERE deleted_at IS NULL AND status = 0 AND email_valid AND password_hash IS NOT NULL;
CREATE INDEX invitations_ending ON invitations (expires_at, id) WHERE state = 'open';
