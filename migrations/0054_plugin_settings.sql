-- What operators filled in for the settings that a plugin declares, for every tenant or for one. It belongs to the
-- publisher's plugin of a system: another publisher's gets none of it.
CREATE TABLE plugin_settings (
  id           TEXT PRIMARY KEY,
  version      BIGINT NOT NULL,
  web_code     TEXT NOT NULL,
  publisher_id TEXT NOT NULL REFERENCES publishers (id),
  tenant_id    TEXT NOT NULL,           -- '0' = every tenant
  given        JSONB NOT NULL,          -- key to value, without secrets
  secrets      BYTEA,                   -- sealed: key to secret
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL
);
CREATE UNIQUE INDEX plugin_settings_place ON plugin_settings (web_code, tenant_id, publisher_id);
