-- The unverified are few and sought often, in every order.
CREATE INDEX users_unverified ON users
  (email_valid, created_at, id, user_name_key, full_name_key, user_type, status, deleted_at)
  WHERE email_valid = FALSE;
