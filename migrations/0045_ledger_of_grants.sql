-- ---- The ledger of grants ---------------------------------------------------------------------
-- The rows of a panel, as people read them when they were granted: ids with the names that were shown.
ALTER TABLE grants ADD COLUMN shown JSONB NOT NULL DEFAULT '[]';
ALTER TABLE authorisation_batches ADD COLUMN shown JSONB NOT NULL DEFAULT '[]';

-- A change of a grant says for itself what it was about: names as they were at that time, whatever becomes of them.
-- A row is written once; what the trial system answers is filled in once, with its time (told_at).
ALTER TABLE grant_changes ADD COLUMN tenant_id TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN study_id TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN software_id TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN study_software_id TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN user_id TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN tenant_name TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN software_name TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN study_code TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN study_name TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN user_name TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN full_name TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN email TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN user_role TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN user_type_id TEXT NOT NULL DEFAULT '';
-- Who asked for it; the server's own work on their behalf is theirs. Empty: it followed from something else.
ALTER TABLE grant_changes ADD COLUMN operator_id TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN operator_name TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN operator_full_name TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN recorded_at BIGINT NOT NULL DEFAULT 0;  -- when it was known; `at`: from when it held
ALTER TABLE grant_changes ADD COLUMN operation BIGINT NOT NULL DEFAULT 0;    -- 1 added, 2 taken, 0 only told again
ALTER TABLE grant_changes ADD COLUMN answer TEXT NOT NULL DEFAULT '';        -- of the system: confirmed, or why not
ALTER TABLE grant_changes ADD COLUMN shown JSONB NOT NULL DEFAULT '[]';      -- what was given or taken, read out
ALTER TABLE grant_changes ADD COLUMN site_names TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN role_names TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN person_key TEXT NOT NULL DEFAULT '';    -- folded, for searching within a row
ALTER TABLE grant_changes ADD COLUMN study_key TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN site_key TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_changes ADD COLUMN email_key TEXT NOT NULL DEFAULT '';

-- What was there before is filled in with the names of today.
UPDATE grant_changes SET (tenant_id, study_id, software_id, study_software_id, user_id, user_role, user_type_id) =
  (SELECT g.tenant_id, g.study_id, g.software_id, g.study_software_id, g.user_id, g.user_role, g.user_type_id
   FROM grants g WHERE g.id = grant_changes.grant_id);
UPDATE grant_changes SET (tenant_name, software_name, study_code, study_name, study_key) =
  (SELECT t.tenant_name, w.software_name, s.study_code, s.study_name, s.code_key || ' ' || s.name_key
   FROM studies s JOIN tenants t ON t.id = s.tenant_id JOIN software w ON w.id = grant_changes.software_id
   WHERE s.id = grant_changes.study_id);
UPDATE grant_changes SET (user_name, full_name, email, email_key, person_key) =
  (SELECT u.user_name, u.full_name, u.email, u.email_key, u.full_name_key || ' ' || u.user_name_key
   FROM users u WHERE u.id = grant_changes.user_id);
-- The batch says who asked for it.
UPDATE grant_changes SET (operator_id, operator_name) =
  (SELECT b.actor, b.actor_name FROM authorisation_batches b WHERE b.id = grant_changes.batch_id)
  WHERE EXISTS (SELECT 1 FROM authorisation_batches b WHERE b.id = grant_changes.batch_id AND b.actor_name <> '');
UPDATE grant_changes SET operator_full_name =
  (SELECT u.full_name FROM users u WHERE u.id = grant_changes.operator_id)
  WHERE EXISTS (SELECT 1 FROM users u WHERE u.id = grant_changes.operator_id);
UPDATE grant_changes SET recorded_at = at,
  operation = CASE WHEN kind IN ('granted', 'resumed') THEN 1 ELSE 2 END,
  answer = CASE WHEN told_at IS NULL THEN '' ELSE 'confirmed' END;
-- Told again, with nothing changed.
UPDATE grant_changes SET operation = 0 WHERE cause = 'overtaken' AND EXISTS (SELECT 1 FROM grant_changes p
  WHERE p.grant_id = grant_changes.grant_id AND p.version = grant_changes.version - 1
  AND (p.kind = grant_changes.kind OR (p.kind = 'granted' AND grant_changes.kind = 'resumed')));
-- The sites of a study whose ids are in what is held.
UPDATE grant_changes SET site_names = COALESCE((SELECT string_agg(x.nick_name, '、') FROM study_sites ss
  JOIN tenant_sites x ON x.id = ss.tenant_site_id JOIN grants g ON g.id = grant_changes.grant_id
  WHERE ss.study_id = grant_changes.study_id AND CAST(g.selection AS TEXT) LIKE '%"' || ss.id || '"%'), '');
UPDATE grant_changes SET site_key = lower(site_names);

-- Who had what on a study, one study's grants one after the other, each with its changes.
CREATE INDEX grant_changes_of_study ON grant_changes (study_id, grant_id, version) WHERE operation <> 0;
-- The history, newest first, of everybody and of one tenant; each filter that is an id or a choice begins an index.
CREATE INDEX grant_changes_at ON grant_changes (at, grant_id, version) WHERE operation <> 0;
CREATE INDEX grant_changes_by_operation ON grant_changes (operation, at, grant_id, version) WHERE operation <> 0;
CREATE INDEX grant_changes_of_software ON grant_changes (software_id, at, grant_id, version, operation) WHERE operation <> 0;
CREATE INDEX grant_changes_of_tenant ON grant_changes (tenant_id, at, grant_id, version, operation) WHERE operation <> 0;
CREATE INDEX grant_changes_of_tenant_by_operation ON grant_changes (tenant_id, operation, at, grant_id, version)
  WHERE operation <> 0;
CREATE INDEX grant_changes_of_tenant_software ON grant_changes (tenant_id, software_id, at, grant_id, version, operation)
  WHERE operation <> 0;
CREATE INDEX grant_changes_of_operator ON grant_changes (operator_id, at, grant_id, version, tenant_id, operation)
  WHERE operation <> 0;
