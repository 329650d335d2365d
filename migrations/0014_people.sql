-- People: how lists of them are sorted and searched.

CREATE UNIQUE INDEX users_uc_id ON users (uc_id) WHERE uc_id IS NOT NULL;

ALTER TABLE memberships ADD COLUMN address TEXT NOT NULL DEFAULT '';
-- The person's keys, followed by every change of the account: a tenant's list is sorted and searched by an index
-- of its own, however many people there are elsewhere.
ALTER TABLE memberships ADD COLUMN user_name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE memberships ADD COLUMN full_name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE memberships ADD COLUMN email_key TEXT NOT NULL DEFAULT '';
UPDATE memberships SET
  user_name_key = (SELECT u.user_name_key FROM users u WHERE u.id = memberships.user_id),
  full_name_key = (SELECT u.full_name_key FROM users u WHERE u.id = memberships.user_id),
  email_key = (SELECT u.email_key FROM users u WHERE u.id = memberships.user_id);
CREATE INDEX memberships_user_name ON memberships (tenant_id, user_name_key, id);
CREATE INDEX memberships_full_name ON memberships (tenant_id, full_name_key, id);
CREATE INDEX memberships_email ON memberships (tenant_id, email_key, id);
-- The same over all tenants.
CREATE INDEX memberships_all_user_name ON memberships (user_name_key, id);
CREATE INDEX memberships_all_full_name ON memberships (full_name_key, id);
CREATE INDEX memberships_all_email ON memberships (email_key, id);

-- ---- Holidays ---------------------------------------------------------------------------------
CREATE TABLE holidays (
  tenant_id      TEXT PRIMARY KEY,      -- 'sys' = global
  version        BIGINT NOT NULL,
  law_holidays   TEXT NOT NULL,         -- days yyyy-MM-dd between commas, sorted
  extra_workdays TEXT NOT NULL,
  updated_at     BIGINT NOT NULL
);
