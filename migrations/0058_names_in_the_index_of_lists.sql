-- A search looks through the first thousands of a list: their names are read from its index.
DROP INDEX users_list_user_name;
CREATE INDEX users_list_user_name ON users
  (user_name_key, id, user_type, status, deleted_at, full_name_key, email_key);
DROP INDEX memberships_user_name;
CREATE INDEX memberships_user_name ON memberships
  (tenant_id, user_name_key, id, shown, full_name_key, email_key);
DROP INDEX memberships_all_user_name;
CREATE INDEX memberships_all_user_name ON memberships (user_name_key, id, shown, full_name_key, email_key);

-- The unverified can be as many as everybody, when people came in from files: an index for each order.
DROP INDEX users_unverified;
CREATE INDEX users_unverified_created ON users (email_valid, created_at, id, user_type, status, deleted_at)
  WHERE email_valid = FALSE;
CREATE INDEX users_unverified_full_name ON users (email_valid, full_name_key, id, user_type, status, deleted_at)
  WHERE email_valid = FALSE;
CREATE INDEX users_unverified_user_name ON users
  (email_valid, user_name_key, id, full_name_key, email_key, user_type, status, deleted_at)
  WHERE email_valid = FALSE;
