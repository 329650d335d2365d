-- Whether somebody is in a tenant, and whether a tenant took a site, is asked of a thousand in turn: an index answers.
DROP INDEX memberships_user;
CREATE INDEX memberships_user ON memberships (user_id, tenant_id);
CREATE INDEX tenant_sites_taken ON tenant_sites (tenant_id, site_id, deleted_at);
