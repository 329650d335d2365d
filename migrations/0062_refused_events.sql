-- What was refused of one kind in a tenant, page by page: few events are, among the many of a tenant or of an action.
CREATE INDEX audit_events_refused ON audit_events (tenant_id, action, at, id) WHERE outcome <> 'ok';
