-- ---- Failures are counted by name and place, and by name over all places ----------------------
-- A row is one or the other: `name_hash` is the key, `of_name` the name that it belongs to (the key itself where the
-- row is the name's own), `total` what the row added to its name's count.
ALTER TABLE login_attempts ADD COLUMN of_name TEXT NOT NULL DEFAULT '';
ALTER TABLE login_attempts ADD COLUMN total BIGINT NOT NULL DEFAULT 0;
CREATE INDEX login_attempts_of_name ON login_attempts (of_name, locked_until);
CREATE INDEX login_attempts_last ON login_attempts (last_at);

-- ---- A pushed request that no browser came with is over with its reference --------------------
ALTER TABLE pushed_requests ADD COLUMN shown BOOLEAN NOT NULL DEFAULT TRUE;
CREATE INDEX pushed_requests_unshown ON pushed_requests (shown, expires_at);
