-- Menus are made, changed and removed. A removed one leaves a tombstone, and does not come back at the next start; a
-- permission has one menu.
ALTER TABLE menus ADD COLUMN deleted_at BIGINT;
CREATE UNIQUE INDEX menus_url ON menus (url) WHERE url <> '' AND deleted_at IS NULL;
