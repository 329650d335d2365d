-- Roles of trial systems that must not know who gets which treatment, and roles that know: nobody has one of each in the
-- same study.
CREATE TABLE blinding_rules (
  id          TEXT PRIMARY KEY,
  version     BIGINT NOT NULL,
  tenant_id   TEXT NOT NULL,           -- '0' = all tenants
  software_id TEXT NOT NULL REFERENCES software (id),
  column_key  TEXT NOT NULL,           -- of the system's panel
  role_id     TEXT NOT NULL,           -- the system's own id
  role_name   TEXT NOT NULL,
  name_key    TEXT NOT NULL,           -- folded
  side        BIGINT NOT NULL,         -- 0 blinded, 1 unblinded
  remark      TEXT NOT NULL,
  created_at  BIGINT NOT NULL,
  updated_at  BIGINT NOT NULL,
  deleted_at  BIGINT
);
CREATE UNIQUE INDEX blinding_rules_role ON blinding_rules (tenant_id, software_id, column_key, role_id)
  WHERE deleted_at IS NULL;
CREATE INDEX blinding_rules_list ON blinding_rules (tenant_id, name_key, id);
CREATE INDEX blinding_rules_of_role ON blinding_rules (software_id, column_key, role_id);

-- The number of the latest change: changes wait for each other, so that no two rules contradict.
CREATE TABLE blinding_head (
  id       BIGINT PRIMARY KEY,
  revision BIGINT NOT NULL
);
INSERT INTO blinding_head (id, revision) VALUES (1, 1);

-- What is being authorised while a trial system answers: another batch must not give the other side meanwhile.
CREATE TABLE blinding_holds (
  study_id TEXT NOT NULL,
  user_id  TEXT NOT NULL,
  batch_id TEXT NOT NULL,
  side     BIGINT NOT NULL,
  PRIMARY KEY (study_id, user_id, batch_id)
);
CREATE INDEX blinding_holds_of_batch ON blinding_holds (batch_id);

-- What somebody has in a study, in whichever of its systems.
CREATE INDEX grants_of_study ON grants (study_id, user_id, id);
