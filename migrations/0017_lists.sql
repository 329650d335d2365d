-- Lists among many: what is counted and sorted comes from an index alone.

-- The locked are few and sought often.
DROP INDEX users_locked;
CREATE INDEX users_locked ON users (user_name_key, user_type) WHERE status = 1 AND deleted_at IS NULL;

-- A tenant's sites in the order of their ids.
CREATE INDEX tenant_sites_of_tenant_by_id ON tenant_sites (tenant_id, id) WHERE deleted_at IS NULL;
