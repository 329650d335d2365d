-- Which tenants the plugin of a system serves: every tenant, or those that were switched on. Belongs to the system, so
-- that an upgrade changes nothing of it. A system without a row serves every tenant.
CREATE TABLE plugin_reach (
  web_code   TEXT PRIMARY KEY,
  version    BIGINT NOT NULL,
  everywhere BOOLEAN NOT NULL,          -- for tenants that were not switched by themselves
  updated_at BIGINT NOT NULL
);

-- Tenants that were switched by themselves.
CREATE TABLE plugin_tenants (
  web_code   TEXT NOT NULL REFERENCES plugin_reach (web_code),
  tenant_id  TEXT NOT NULL REFERENCES tenants (id),
  version    BIGINT NOT NULL,
  active     BOOLEAN,                   -- null: as the others
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, web_code)
);
