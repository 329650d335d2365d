-- Further keys of an invitation, beside its own: the links of what waits for whoever joins by it. Each works while the
-- invitation is open.
CREATE TABLE invitation_keys (
  key_hash      TEXT PRIMARY KEY,          -- keyed
  invitation_id TEXT NOT NULL REFERENCES invitations (id)
);
CREATE INDEX invitation_keys_of ON invitation_keys (invitation_id);
