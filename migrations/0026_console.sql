-- Names of roles in two languages; regions of China are found in China, and once.

-- ---- Roles --------------------------------------------------------------------------------------
-- `name` is the Chinese name, and the one that stands where there is no other; `name_en` may be empty.
ALTER TABLE roles ADD COLUMN name_en TEXT NOT NULL DEFAULT '';
UPDATE roles SET name_en = 'Super administrator' WHERE name = '超级管理员';
UPDATE roles SET name_en = 'Platform administrator' WHERE name = '平台管理员';
UPDATE roles SET name_en = 'Tenant administrator' WHERE name = '租户管理员';
UPDATE roles SET name_en = 'Platform support' WHERE name = '平台支持';
UPDATE roles SET name_en = 'Study member' WHERE name = '研究成员';

-- ---- Regions ------------------------------------------------------------------------------------
-- Hong Kong, Macao and Taiwan were there as countries and as provinces. Whatever named the country names the province
-- now, and what was its province is the city.
UPDATE sites SET city_id = CASE WHEN city_id IS NULL THEN province_id ELSE city_id END,
  province_id = 'CN-' || country_id, country_id = 'CN' WHERE country_id IN ('HK', 'MO', 'TW');
UPDATE tenants SET city_id = CASE WHEN city_id IS NULL THEN province_id ELSE city_id END,
  province_id = 'CN-' || country_id, country_id = 'CN' WHERE country_id IN ('HK', 'MO', 'TW');
UPDATE users SET city_id = CASE WHEN city_id IS NULL THEN province_id ELSE city_id END,
  province_id = 'CN-' || country_id, country_id = 'CN' WHERE country_id IN ('HK', 'MO', 'TW');
-- Regions below theirs first: they are in the province, too. A code is used once among neighbours.
UPDATE areas SET parent_id = (SELECT 'CN-' || p.parent_id FROM areas p WHERE p.id = areas.parent_id), code_key = ''
  WHERE parent_id IN (SELECT id FROM areas WHERE parent_id IN ('HK', 'MO', 'TW'));
UPDATE areas SET parent_id = 'CN-' || parent_id, level = 3 WHERE parent_id IN ('HK', 'MO', 'TW');
UPDATE areas SET deleted_at = updated_at, version = version + 1
  WHERE id IN ('HK', 'MO', 'TW') AND parent_id = '0' AND deleted_at IS NULL;

-- ---- Levels of sites ----------------------------------------------------------------------------
-- Three more come in between: those that nobody has changed make room.
UPDATE dictionary_items SET sort = CASE id WHEN '11-2a' THEN 4 WHEN '11-2b' THEN 5 ELSE 8 END
  WHERE id IN ('11-2a', '11-2b', '11-other') AND version = 1;
