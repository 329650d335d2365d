-- Departments of the people of a tenant (study and platform administration, section 2.2). They go with the membership.
CREATE TABLE user_departments (
  membership_id TEXT NOT NULL REFERENCES memberships (id) ON DELETE CASCADE,
  department_id TEXT NOT NULL REFERENCES departments (id),
  PRIMARY KEY (membership_id, department_id)
);
CREATE INDEX user_departments_department ON user_departments (department_id, membership_id);
