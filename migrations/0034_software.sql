-- The catalogue of trial systems (study and platform administration, section 2.10).
ALTER TABLE software ADD COLUMN app_key BYTEA;                   -- sealed; nobody reads it back
ALTER TABLE software ADD COLUMN name_key TEXT NOT NULL DEFAULT '';  -- folded
ALTER TABLE software ADD COLUMN code_key TEXT NOT NULL DEFAULT '';  -- the web code, folded
UPDATE software SET name_key = lower(software_name), code_key = lower(web_code);
DROP INDEX software_web_code;
CREATE UNIQUE INDEX software_web_code ON software (web_code) WHERE deleted_at IS NULL;
CREATE INDEX software_list ON software (sort, web_code, id);
CREATE INDEX software_name ON software (name_key, id);
CREATE INDEX software_code ON software (code_key, id);

-- A system is not removed while anything refers to it.
CREATE INDEX licences_software ON licences (software_id);
CREATE INDEX tenant_domains_software ON tenant_domains (software_id);
