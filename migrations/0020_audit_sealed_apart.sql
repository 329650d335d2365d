-- Audit rows are written whole by whoever acts, with an id and a keyed MAC, and wait for nobody. Sequence and seal come
-- afterwards, from one sealer at a time. Rows of before keep their sequence, and their chain of plain hashes; a late
-- row's id sorts after theirs within one millisecond only by chance, which matters to nobody.
CREATE TABLE audit_rows (
  id         TEXT PRIMARY KEY,          -- UUIDv7; 'old-<seq>' for rows of before
  seq        BIGINT,                    -- null until it is sealed
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
  mac        TEXT,                      -- keyed, over all of the above but seq; null for rows of before
  seal       TEXT,                      -- keyed, over seq, the seal before and this row; null until it is sealed
  prev_hash  TEXT,                      -- of rows of before
  hash       TEXT
);
INSERT INTO audit_rows (id, seq, at, actor, actor_name, session_id, address, request_id, action, resource, record_id,
    tenant_id, before, after, reason, outcome, prev_hash, hash)
  SELECT 'old-' || substr(CAST(100000000000000000 + seq AS TEXT), 2), seq, at, actor, actor_name, session_id, address,
    request_id, action, resource, record_id, tenant_id, before, after, reason, outcome, prev_hash, hash
  FROM audit_events;
DROP TABLE audit_events;
ALTER TABLE audit_rows RENAME TO audit_events;
CREATE UNIQUE INDEX audit_events_seq ON audit_events (seq);
CREATE INDEX audit_events_unsealed ON audit_events (at, id) WHERE seq IS NULL;
CREATE INDEX audit_events_record ON audit_events (resource, record_id, at, id);
CREATE INDEX audit_events_actor ON audit_events (actor, at, id);
CREATE INDEX audit_events_tenant ON audit_events (tenant_id, at, id);
-- A person's own sign-ins, newest first.
CREATE INDEX audit_events_sign_in ON audit_events (actor, at, id) WHERE resource = 'sessions';

-- Where the chain of plain hashes ended stays in audit_head; the tree's first leaf holds it.

-- How far the tree is: one row, written by the sealer alone. The MAC covers all but the lease.
CREATE TABLE audit_tree (
  id          BIGINT PRIMARY KEY,
  holder      TEXT NOT NULL,            -- of the lease
  lease_until BIGINT NOT NULL,
  base_seq    BIGINT NOT NULL,          -- the last row of before
  base_hash   TEXT NOT NULL,
  seq         BIGINT NOT NULL,          -- the last sealed row
  seal        TEXT NOT NULL,            -- its seal
  edge        TEXT NOT NULL,            -- roots of the whole subtrees that make up the tree, in hex, largest first
  verifier    TEXT NOT NULL,            -- the public key of checkpoints
  sealed_at   BIGINT NOT NULL,
  mac         TEXT NOT NULL
);

-- Roots of whole subtrees of 256, 65,536, ... leaves: what paths are made of without reading all rows.
CREATE TABLE audit_nodes (
  level BIGINT NOT NULL,                -- 8, 16, ...: the subtree has 2^level leaves
  place BIGINT NOT NULL,                -- counted from 0 at each level
  hash  TEXT NOT NULL,
  PRIMARY KEY (level, place)
);
