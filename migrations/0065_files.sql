-- Files that the server keeps (study and platform administration, section 2.15). Their content is in the object store,
-- under their id.
CREATE TABLE files (
  id            TEXT PRIMARY KEY,        -- the specification's nodeId
  state         TEXT NOT NULL,           -- writing | kept
  purpose       TEXT NOT NULL,           -- import | export | plugin
  file_name     TEXT NOT NULL,
  name_key      TEXT NOT NULL,           -- folded
  media_type    TEXT NOT NULL,
  size          BIGINT NOT NULL,         -- octets
  sha256        TEXT NOT NULL,           -- in hexadecimal digits
  software_id   TEXT,
  software_name TEXT NOT NULL,           -- at the time; empty: the platform's own
  tenant_id     TEXT,
  permission    TEXT NOT NULL,           -- the URL of the menu that one must be allowed to view in order to read it
  created_by    TEXT,
  created_at    BIGINT NOT NULL,
  expires_at    BIGINT                   -- null: it is kept until it is taken away
);
CREATE INDEX files_sorted ON files (created_at, id) WHERE state = 'kept';
CREATE INDEX files_named ON files (name_key, id) WHERE state = 'kept';
CREATE INDEX files_of_software ON files (software_id, created_at, id) WHERE state = 'kept' AND software_id IS NOT NULL;
CREATE INDEX files_unfinished ON files (created_at, id) WHERE state = 'writing';
CREATE INDEX files_expiring ON files (expires_at, id) WHERE expires_at IS NOT NULL;
