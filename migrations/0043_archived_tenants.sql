-- A tenant that is out of use keeps everything and gives nothing, until it is restored.
ALTER TABLE tenants ADD COLUMN archived_at BIGINT;
