-- Who has what in a study, page by page.
CREATE INDEX grants_study ON grants (study_id, id) WHERE revoked_at IS NULL;
-- What a person has, page by page.
CREATE INDEX grants_person ON grants (user_id, id) WHERE revoked_at IS NULL;
