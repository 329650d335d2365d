-- Where users are: country, province and city, as tenants and sites have them. Most have none; the indexes find who
-- holds a region that is to be removed.

ALTER TABLE users ADD COLUMN country_id TEXT;
ALTER TABLE users ADD COLUMN province_id TEXT;
ALTER TABLE users ADD COLUMN city_id TEXT;

CREATE INDEX users_country ON users (country_id) WHERE country_id IS NOT NULL;
CREATE INDEX users_province ON users (province_id) WHERE province_id IS NOT NULL;
CREATE INDEX users_city ON users (city_id) WHERE city_id IS NOT NULL;
