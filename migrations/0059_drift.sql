-- An item that puts right what a trial system holds of somebody: by which id the system knows them, and what it was found
-- to hold.
ALTER TABLE authorisation_items ADD COLUMN subject TEXT;
ALTER TABLE authorisation_items ADD COLUMN found JSONB;
CREATE INDEX authorisation_items_putting_right ON authorisation_items (study_software_id, user_id)
  WHERE state = 'waiting' AND found IS NOT NULL;
-- Of whom something is under way in a study.
CREATE INDEX authorisation_items_under_way ON authorisation_items (study_software_id, user_id) WHERE state = 'waiting';
