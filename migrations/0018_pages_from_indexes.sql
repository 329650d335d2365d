-- Pages of lists come from one index each: all that narrows, sorts and finds stands in it, and rows are read only where
-- they are on the page. That a row was removed is a column of these and not their condition, because SQLite takes an
-- index for complete only where every column that is named stands in it.

-- ---- People -----------------------------------------------------------------------------------
DROP INDEX users_full_name;
DROP INDEX users_created;
CREATE INDEX users_list_user_name ON users (user_name_key, id, user_type, status, deleted_at);
CREATE INDEX users_list_full_name ON users (full_name_key, id, user_type, status, deleted_at);
CREATE INDEX users_list_email ON users (email_key, id, user_type, status, deleted_at);
CREATE INDEX users_list_created ON users (created_at, id, user_type, status, deleted_at);
-- The locked are few and sought often, in every order.
DROP INDEX users_locked;
CREATE INDEX users_locked ON users (status, user_name_key, id, full_name_key, created_at, user_type, deleted_at)
  WHERE status = 1;

-- ---- Members ----------------------------------------------------------------------------------
-- Follows the account, as the keys do: 0 in every list, 1 in lists of everybody (special display), 2 in none (the
-- account was removed).
ALTER TABLE memberships ADD COLUMN shown BIGINT NOT NULL DEFAULT 0;
UPDATE memberships SET shown = 1 WHERE user_id IN (SELECT id FROM users WHERE user_type <> 0);
UPDATE memberships SET shown = 2 WHERE user_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL);
DROP INDEX memberships_user_name;
DROP INDEX memberships_full_name;
DROP INDEX memberships_email;
CREATE INDEX memberships_user_name ON memberships (tenant_id, user_name_key, id, shown);
CREATE INDEX memberships_full_name ON memberships (tenant_id, full_name_key, id, shown);
CREATE INDEX memberships_email ON memberships (tenant_id, email_key, id, shown);
DROP INDEX memberships_all_user_name;
DROP INDEX memberships_all_full_name;
DROP INDEX memberships_all_email;
CREATE INDEX memberships_all_user_name ON memberships (user_name_key, id, shown);
CREATE INDEX memberships_all_full_name ON memberships (full_name_key, id, shown);
CREATE INDEX memberships_all_email ON memberships (email_key, id, shown);

-- ---- Tenants ----------------------------------------------------------------------------------
DROP INDEX tenants_name;
DROP INDEX tenants_abbr;
DROP INDEX tenants_created;
CREATE INDEX tenants_name ON tenants (name_key, id, abbr_key, deleted_at);
CREATE INDEX tenants_abbr ON tenants (abbr_key, id, deleted_at);
CREATE INDEX tenants_created ON tenants (created_at, id, deleted_at);

-- ---- Sites ------------------------------------------------------------------------------------
DROP INDEX sites_name;
DROP INDEX sites_created;
CREATE INDEX sites_name ON sites (name_key, id, deleted_at);
CREATE INDEX sites_created ON sites (created_at, id, deleted_at);

-- A tenant's site is found by what the platform calls it, too: its folded name follows.
ALTER TABLE tenant_sites ADD COLUMN site_name_key TEXT NOT NULL DEFAULT '';
UPDATE tenant_sites SET site_name_key = (SELECT s.name_key FROM sites s WHERE s.id = tenant_sites.site_id);
DROP INDEX tenant_sites_name;
DROP INDEX tenant_sites_of_tenant;
CREATE INDEX tenant_sites_name ON tenant_sites (name_key, id, site_name_key, deleted_at);
CREATE INDEX tenant_sites_site_name ON tenant_sites (site_name_key, id, deleted_at);
CREATE INDEX tenant_sites_of_tenant ON tenant_sites (tenant_id, name_key, id, site_name_key, deleted_at);

-- ---- Licences ---------------------------------------------------------------------------------
-- How many people are authorised in a tenant's system, counted up to a bound.
CREATE INDEX grants_used ON grants (tenant_id, software_id, user_id, revoked_at);
