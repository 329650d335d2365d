-- Domains and licences are administered (study and platform administration, sections 2.11 and 2.12).
ALTER TABLE tenant_domains ADD COLUMN name_key TEXT NOT NULL DEFAULT '';  -- folded
ALTER TABLE tenant_domains ADD COLUMN url_key TEXT NOT NULL DEFAULT '';   -- the bound domain, folded
UPDATE tenant_domains SET name_key = lower(url_name), url_key = lower(url);
CREATE INDEX tenant_domains_name ON tenant_domains (name_key, id);
CREATE INDEX tenant_domains_url ON tenant_domains (url_key, id);
CREATE INDEX tenant_domains_of_tenant ON tenant_domains (tenant_id, name_key, id);

-- A licence that is given again is the same licence.
ALTER TABLE licences ADD COLUMN deleted_at BIGINT;

-- A domain is not removed while a study is bound to it.
CREATE INDEX study_software_domain ON study_software (tenant_domain_id);
