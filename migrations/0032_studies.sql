-- Studies in full (study and platform administration, sections 2.1 and 3). What older studies do not say is empty.
ALTER TABLE studies ADD COLUMN principal TEXT NOT NULL DEFAULT '';
ALTER TABLE studies ADD COLUMN name_abbr TEXT NOT NULL DEFAULT '';
ALTER TABLE studies ADD COLUMN fame_full TEXT NOT NULL DEFAULT '';
ALTER TABLE studies ADD COLUMN department_type_id TEXT;
ALTER TABLE studies ADD COLUMN research_type_id TEXT;
ALTER TABLE studies ADD COLUMN study_scope_id TEXT;
ALTER TABLE studies ADD COLUMN product_type_id TEXT;
ALTER TABLE studies ADD COLUMN research_stage_id TEXT;
ALTER TABLE studies ADD COLUMN research_target_id TEXT;
ALTER TABLE studies ADD COLUMN therapeutic_area_id TEXT;
ALTER TABLE studies ADD COLUMN study_status_id TEXT;
ALTER TABLE studies ADD COLUMN indication TEXT NOT NULL DEFAULT '';
ALTER TABLE studies ADD COLUMN product_info TEXT NOT NULL DEFAULT '';
ALTER TABLE studies ADD COLUMN drug_info TEXT NOT NULL DEFAULT '';
ALTER TABLE studies ADD COLUMN start_time TEXT;         -- yyyy-MM-dd
ALTER TABLE studies ADD COLUMN end_time TEXT;           -- yyyy-MM-dd
ALTER TABLE studies ADD COLUMN duration_time TEXT NOT NULL DEFAULT '';
ALTER TABLE studies ADD COLUMN site_count BIGINT;       -- none: not said yet
ALTER TABLE studies ADD COLUMN patient_count BIGINT;

-- Pages of lists come from one index each: of one tenant, and of all.
DROP INDEX studies_name;
CREATE INDEX studies_of_tenant ON studies (tenant_id, name_key, id, code_key, deleted_at);
CREATE INDEX studies_of_tenant_by_code ON studies (tenant_id, code_key, id, name_key, deleted_at);
CREATE INDEX studies_of_tenant_by_id ON studies (tenant_id, id, name_key, code_key, deleted_at);
CREATE INDEX studies_name ON studies (name_key, id, code_key, deleted_at);
CREATE INDEX studies_code ON studies (code_key, id, deleted_at);

-- Which studies hold an item of a dictionary that is to be removed.
CREATE INDEX studies_department_type ON studies (department_type_id) WHERE department_type_id IS NOT NULL;
CREATE INDEX studies_research_type ON studies (research_type_id) WHERE research_type_id IS NOT NULL;
CREATE INDEX studies_scope ON studies (study_scope_id) WHERE study_scope_id IS NOT NULL;
CREATE INDEX studies_product_type ON studies (product_type_id) WHERE product_type_id IS NOT NULL;
CREATE INDEX studies_research_stage ON studies (research_stage_id) WHERE research_stage_id IS NOT NULL;
CREATE INDEX studies_research_target ON studies (research_target_id) WHERE research_target_id IS NOT NULL;
CREATE INDEX studies_therapeutic_area ON studies (therapeutic_area_id) WHERE therapeutic_area_id IS NOT NULL;
CREATE INDEX studies_status ON studies (study_status_id) WHERE study_status_id IS NOT NULL;
