-- Departments of tenants (study and platform administration, section 2.3).
CREATE TABLE departments (
  id              TEXT PRIMARY KEY,
  version         BIGINT NOT NULL,
  tenant_id       TEXT NOT NULL REFERENCES tenants (id),
  parent_id       TEXT NOT NULL,           -- '0' = none
  department_name TEXT NOT NULL,
  name_key        TEXT NOT NULL,           -- folded
  created_at      BIGINT NOT NULL,
  updated_at      BIGINT NOT NULL,
  deleted_at      BIGINT
);
CREATE INDEX departments_list ON departments (tenant_id, name_key, id);
CREATE UNIQUE INDEX departments_name ON departments (parent_id, tenant_id, name_key) WHERE deleted_at IS NULL;
