-- What a provider says of somebody beside their name, for those that the operator lets speak of it: a JSON object of
-- given_name, family_name, zoneinfo and picture.
ALTER TABLE identities ADD COLUMN profile JSONB;
