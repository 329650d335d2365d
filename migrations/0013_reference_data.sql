-- Dictionaries in full, regions, and where tenants and sites are.

-- ---- Dictionaries -----------------------------------------------------------------------------
-- Items of a parent category have children; these are of the category `child_code`.
ALTER TABLE dictionary_categories ADD COLUMN is_parent BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE dictionary_categories ADD COLUMN child_code TEXT NOT NULL DEFAULT '';
ALTER TABLE dictionary_categories ADD COLUMN sort BIGINT NOT NULL DEFAULT 0;

ALTER TABLE dictionary_items ADD COLUMN code_key TEXT NOT NULL DEFAULT ''; -- folded
ALTER TABLE dictionary_items ADD COLUMN dic_num TEXT NOT NULL DEFAULT '';
ALTER TABLE dictionary_items ADD COLUMN abb TEXT NOT NULL DEFAULT '';
ALTER TABLE dictionary_items ADD COLUMN extend TEXT NOT NULL DEFAULT '';
ALTER TABLE dictionary_items ADD COLUMN description TEXT NOT NULL DEFAULT '';
UPDATE dictionary_items SET code_key = lower(dic_code);
-- A list names a code once.
CREATE UNIQUE INDEX dictionary_items_code ON dictionary_items (category_id, tenant_id, parent_id, code_key)
  WHERE deleted_at IS NULL;
CREATE INDEX dictionary_items_children ON dictionary_items (parent_id, sort, id);

-- What refers to an item, so that one in use is found in use at once.
CREATE INDEX tenants_category ON tenants (category_id);
CREATE INDEX memberships_type ON memberships (type_id);
CREATE INDEX memberships_position ON memberships (position_id);
CREATE INDEX sites_level ON sites (level_id);
CREATE INDEX sites_type ON sites (type_id);
CREATE INDEX grants_user_type ON grants (user_type_id);

-- ---- Regions ----------------------------------------------------------------------------------
CREATE TABLE areas (
  id           TEXT PRIMARY KEY,        -- ISO 3166 code, GB/T 2260 code below a province of China, or UUIDv7
  version      BIGINT NOT NULL,
  parent_id    TEXT NOT NULL,           -- '0' = none: a country
  level        BIGINT NOT NULL,         -- 1 country, 2 province, 3 city
  area_name    TEXT NOT NULL,           -- zh
  area_name_en TEXT NOT NULL,
  name_key     TEXT NOT NULL,           -- folded, for search
  name_en_key  TEXT NOT NULL,
  area_code    TEXT NOT NULL,
  code_key     TEXT NOT NULL,
  flag         TEXT NOT NULL,
  sort         BIGINT NOT NULL,
  created_at   BIGINT NOT NULL,
  updated_at   BIGINT NOT NULL,
  deleted_at   BIGINT
);
CREATE INDEX areas_list ON areas (parent_id, sort, id);
CREATE INDEX areas_name ON areas (parent_id, name_key, id);
CREATE INDEX areas_name_en ON areas (parent_id, name_en_key, id);
CREATE UNIQUE INDEX areas_code ON areas (parent_id, code_key) WHERE deleted_at IS NULL AND code_key <> '';

CREATE INDEX tenants_country ON tenants (country_id);
CREATE INDEX tenants_province ON tenants (province_id);
CREATE INDEX tenants_city ON tenants (city_id);

-- ---- Sites ------------------------------------------------------------------------------------
ALTER TABLE sites ADD COLUMN country_id TEXT;
ALTER TABLE sites ADD COLUMN province_id TEXT;
ALTER TABLE sites ADD COLUMN city_id TEXT;
ALTER TABLE sites ADD COLUMN is_user_add BIGINT NOT NULL DEFAULT 1; -- 0: came with the platform, and stays
CREATE INDEX sites_created ON sites (created_at, id);
CREATE INDEX sites_country ON sites (country_id);
CREATE INDEX sites_province ON sites (province_id);
CREATE INDEX sites_city ON sites (city_id);

ALTER TABLE tenant_sites ADD COLUMN name_key TEXT NOT NULL DEFAULT ''; -- folded nickname, for search and sort
-- As far as SQL can fold: a name that is changed is folded anew.
UPDATE tenant_sites SET name_key = lower(nick_name);
CREATE INDEX tenant_sites_name ON tenant_sites (name_key, id);
CREATE INDEX tenant_sites_of_tenant ON tenant_sites (tenant_id, name_key, id);
CREATE INDEX tenant_sites_site ON tenant_sites (site_id);
CREATE INDEX study_sites_place ON study_sites (tenant_site_id);
