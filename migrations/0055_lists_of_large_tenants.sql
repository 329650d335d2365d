-- The conditions of a list of events are read from the index: a tenant has many of them.
DROP INDEX audit_events_action;
CREATE INDEX audit_events_action ON audit_events (action, at, id, tenant_id, outcome);
DROP INDEX audit_events_tenant;
CREATE INDEX audit_events_tenant ON audit_events (tenant_id, at, id, action, outcome);
-- A system's grants in a tenant, page by page.
CREATE INDEX grants_of_system ON grants (tenant_id, software_id, id) WHERE revoked_at IS NULL;
