-- What is counted beside a page is read from an index alone: who had what in a study, messages of a system by their state, and
-- studies of a tenant's domains.
DROP INDEX grant_changes_of_study;
CREATE INDEX grant_changes_of_study ON grant_changes
  (study_id, grant_id, version, at, recorded_at, kind, software_id) WHERE operation <> 0;
CREATE INDEX grant_changes_course ON grant_changes (grant_id, version, at, recorded_at) WHERE operation <> 0;
DROP INDEX messages_of_software;
CREATE INDEX messages_of_software ON messages (kind, software_id, created_at, id, state) WHERE software_id IS NOT NULL;
DROP INDEX study_software_domain;
CREATE INDEX study_software_domain ON study_software (tenant_domain_id, study_id, deleted_at);
-- Messages of every kind are read by their time only when the settled ones are forgotten; PostgreSQL took the index for lists
-- of one kind.
DROP INDEX messages_created;
CREATE INDEX messages_settled ON messages (created_at, id) WHERE state <> 'waiting';
-- SQLite took the longer index that has every column of the question.
DROP INDEX audit_events_refused;
CREATE INDEX audit_events_refused ON audit_events (tenant_id, action, at, id, outcome) WHERE outcome <> 'ok';
