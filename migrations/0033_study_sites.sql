-- Sites of studies are administered by tenant (study and platform administration, section 2.4): each says whose it is.
ALTER TABLE study_sites ADD COLUMN tenant_id TEXT NOT NULL DEFAULT '';
UPDATE study_sites SET tenant_id = (SELECT s.tenant_id FROM studies s WHERE s.id = study_sites.study_id);

-- Pages of lists come from one index each: of one study, of a tenant, and of all.
DROP INDEX study_sites_name;
CREATE INDEX study_sites_of_study ON study_sites (study_id, name_key, id, code_key, tenant_id, deleted_at);
CREATE INDEX study_sites_of_study_by_code ON study_sites (study_id, code_key, id, name_key, tenant_id, deleted_at);
CREATE INDEX study_sites_of_tenant ON study_sites (tenant_id, name_key, id, code_key, deleted_at);
CREATE INDEX study_sites_of_tenant_by_code ON study_sites (tenant_id, code_key, id, name_key, deleted_at);
CREATE INDEX study_sites_of_tenant_by_id ON study_sites (tenant_id, id, name_key, code_key, deleted_at);
CREATE INDEX study_sites_name ON study_sites (name_key, id, code_key, deleted_at);
CREATE INDEX study_sites_code ON study_sites (code_key, id, deleted_at);
