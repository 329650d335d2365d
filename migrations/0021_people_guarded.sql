-- Who was removed is found by their login name, to be restored.
CREATE INDEX users_removed ON users (user_name_key, id, deleted_at) WHERE deleted_at IS NOT NULL;

-- How many rows of people somebody took out of here within a window that begins with the first: exports of a few need
-- no proof, and a thousand times a few are not a few.
CREATE TABLE people_exported (
  user_id TEXT NOT NULL PRIMARY KEY,
  since   BIGINT NOT NULL, -- when the window began
  total   BIGINT NOT NULL
);
