-- ---- Grants end -------------------------------------------------------------------------------
-- A grant stands while it is neither revoked nor suspended. Who comes back after a suspension finds it again; what was
-- revoked stays revoked until somebody grants again, which is the row's next version.
ALTER TABLE grants ADD COLUMN suspended_at BIGINT;

-- How many people a system's licence is used by: those whose grants stand.
DROP INDEX grants_used;
CREATE INDEX grants_used ON grants (tenant_id, software_id, user_id) WHERE revoked_at IS NULL AND suspended_at IS NULL;

-- What became of a grant, one row for each of its versions: what it was from then on, who made it so, when and why, and
-- when the trial system confirmed it.
CREATE TABLE grant_changes (
  grant_id      TEXT NOT NULL REFERENCES grants (id),
  version       BIGINT NOT NULL,
  kind          TEXT NOT NULL,          -- granted | revoked | suspended | resumed
  cause         TEXT NOT NULL,          -- administrator | left | removed | locked | disabled | unlocked | enabled | overtaken
  at            BIGINT NOT NULL,
  actor         TEXT NOT NULL,
  actor_name    TEXT NOT NULL,
  reason        TEXT NOT NULL,
  selection     JSONB NOT NULL,         -- what the trial system was to know from then on: empty unless the grant stands
  plugin_digest TEXT NOT NULL,
  batch_id      TEXT,                   -- in which the trial system is told
  told_at       BIGINT,                 -- the receipt: when it confirmed
  external_ref  TEXT,
  PRIMARY KEY (grant_id, version)
);

INSERT INTO grant_changes (grant_id, version, kind, cause, at, actor, actor_name, reason, selection, plugin_digest, told_at, external_ref)
SELECT id, version, 'granted', 'administrator', updated_at, '', '', '', selection, plugin_digest,
       CASE WHEN plugin_digest = '' THEN NULL ELSE updated_at END, external_ref
FROM grants;

-- A batch authorises, or tells the trial system of grants that ended or stand again.
ALTER TABLE authorisation_batches ADD COLUMN kind TEXT NOT NULL DEFAULT 'grant';  -- grant | revoke | suspend | resume
ALTER TABLE authorisation_batches ADD COLUMN reason TEXT NOT NULL DEFAULT '';
-- Of an item that authorises: the version that was there when it was asked for, 0 for none. Of one that tells: the
-- version that it tells of.
ALTER TABLE authorisation_items ADD COLUMN grant_version BIGINT NOT NULL DEFAULT 0;
ALTER TABLE authorisation_items ADD COLUMN grant_id TEXT;
-- The attempt of the batch at which it was tried last.
ALTER TABLE authorisation_items ADD COLUMN tried BIGINT NOT NULL DEFAULT 0;
-- Of whom a trial system is still to be told something.
CREATE INDEX authorisation_items_untold ON authorisation_items (study_software_id, user_id)
  WHERE state = 'waiting' AND grant_id IS NOT NULL;

-- Whoever left a tenant, or is not there any more, has nothing in it: also not what they had before they came back.
UPDATE grants SET revoked_at = updated_at, version = version + 1 WHERE revoked_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.tenant_id = grants.tenant_id
  AND m.user_id = grants.user_id AND m.join_date <= grants.updated_at AND u.deleted_at IS NULL);
UPDATE grants SET suspended_at = updated_at, version = version + 1 WHERE revoked_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.tenant_id = grants.tenant_id
  AND m.user_id = grants.user_id AND m.enabled = 0 AND u.status = 0);

-- The trial systems are told of these, too.
INSERT INTO authorisation_batches (id, tenant_id, software_id, actor, actor_name, request_id, user_role, user_type_id,
  selection, plugin_digest, state, attempt, lease_until, created_at, updated_at, kind, reason)
SELECT 'revoked-before-' || tenant_id || '-' || software_id, tenant_id, software_id, 'system:migration', '', 'migration',
  '', '', '[]', '', 'queued', 0, 0, 0, 0, 'revoke', ''
FROM (SELECT DISTINCT tenant_id, software_id FROM grants WHERE revoked_at IS NOT NULL OR suspended_at IS NOT NULL) AS ended;
INSERT INTO authorisation_items (batch_id, item_id, study_software_id, user_id, label, state, grant_id, grant_version)
SELECT 'revoked-before-' || g.tenant_id || '-' || g.software_id, g.id, g.study_software_id, g.user_id,
  u.full_name || ' (' || u.user_name || ')', 'waiting', g.id, g.version
FROM grants g JOIN users u ON u.id = g.user_id WHERE g.revoked_at IS NOT NULL OR g.suspended_at IS NOT NULL;
INSERT INTO grant_changes (grant_id, version, kind, cause, at, actor, actor_name, reason, selection, plugin_digest, batch_id)
SELECT id, version, CASE WHEN revoked_at IS NULL THEN 'suspended' ELSE 'revoked' END,
  CASE WHEN revoked_at IS NULL THEN 'disabled' ELSE 'left' END, updated_at, 'system:migration', '', '', '[]',
  plugin_digest, 'revoked-before-' || tenant_id || '-' || software_id
FROM grants WHERE revoked_at IS NOT NULL OR suspended_at IS NOT NULL;

-- ---- Whose plugins serve which system ---------------------------------------------------------
-- A publisher signs for the web codes that it is enrolled for, and for no other.
CREATE TABLE publisher_web_codes (
  publisher_id TEXT NOT NULL REFERENCES publishers (id),
  web_code     TEXT NOT NULL,
  created_at   BIGINT NOT NULL,
  PRIMARY KEY (publisher_id, web_code)
);
INSERT INTO publisher_web_codes (publisher_id, web_code, created_at)
SELECT DISTINCT publisher_id, web_code, 0 FROM plugins WHERE state = 'active';

-- The publisher of a build of the server itself: a new build may have another key.
ALTER TABLE publishers ADD COLUMN shipped BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE publishers SET shipped = TRUE WHERE name = 'Cardea';

-- The number of the latest change to what is installed: other nodes look at it.
CREATE TABLE plugins_head (
  id       BIGINT PRIMARY KEY,
  revision BIGINT NOT NULL
);
INSERT INTO plugins_head (id, revision) VALUES (1, 1);
