-- Whether the rows of a batch are all that its people have in a study from then on; otherwise what they have in tabs that
-- no row names stays.
ALTER TABLE authorisation_batches ADD COLUMN replaces BOOLEAN NOT NULL DEFAULT FALSE;
