-- An item that puts right what a trial system holds of somebody: by which id the system knows them, and what it was found
-- to hold.
ALTER TABLE authorisation_items ADD COLUMN subject TEXT;
ALTER TABLE authorisation_items ADD COLUMN found JSONB;
-- Of whom something is under way in a study; also of whom a system is still to be told something.
CREATE INDEX authorisation_items_under_way ON authorisation_items (study_software_id, user_id) WHERE state = 'waiting';
DROP INDEX authorisation_items_untold;
