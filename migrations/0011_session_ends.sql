-- Sessions that end by themselves, and counts of clients for more than wrong credentials.

-- Sessions past their absolute end that nobody has ended yet: their clients are still to be told.
CREATE INDEX sessions_over ON sessions (expires_at, id) WHERE ended_at IS NULL;
DROP INDEX sessions_expiry;

-- What one client did from one address: oidc/limit.
ALTER TABLE client_failures RENAME TO client_counts;
ALTER TABLE client_counts RENAME COLUMN failures TO times;
DROP INDEX client_failures_end;
CREATE INDEX client_counts_end ON client_counts (ends_at);
