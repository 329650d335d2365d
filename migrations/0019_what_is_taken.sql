-- Whether somebody is in a tenant, and whether a tenant took a site, is asked of a thousand in turn: an index answers.
DROP INDEX memberships_user;
CREATE INDEX memberships_user ON memberships (user_id, tenant_id);
DROP INDEX tenant_sites_site;
CREATE INDEX tenant_sites_site ON tenant_sites (site_id, tenant_id, deleted_at);
