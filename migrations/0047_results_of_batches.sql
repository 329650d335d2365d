-- What became of each person of a batch.
CREATE INDEX grant_changes_of_batch ON grant_changes (batch_id, user_id) WHERE batch_id IS NOT NULL;
