-- The sites of the platform that a grant is about: whose grants concern a site is asked for on every page of the
-- authorisation screen.
CREATE TABLE grant_sites (
  grant_id          TEXT NOT NULL REFERENCES grants (id),
  study_site_id     TEXT NOT NULL,
  PRIMARY KEY (grant_id, study_site_id)
);
CREATE INDEX grant_sites_of_site ON grant_sites (study_site_id, grant_id);
INSERT INTO grant_sites (grant_id, study_site_id)
SELECT g.id, s.id FROM grants g JOIN study_sites s ON s.study_id = g.study_id
WHERE CAST(g.selection AS TEXT) LIKE '%"' || s.id || '"%';

-- The authorised people of a study, in the order in which they were first authorised.
CREATE INDEX grants_of_study_present ON grants (study_software_id, id) WHERE revoked_at IS NULL;
