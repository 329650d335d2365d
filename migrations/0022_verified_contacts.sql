-- A phone signs in and recovers only where its owner has verified it, by a code that was sent to it.

-- What counts of the rows that are there: phone_valid was set by a person's own code and by nothing else, so it stays.
-- Of a number that several accounts have so, nobody could say whose it is now: each shows it again. What was removed
-- keeps no number from whoever has it today, and what is no number verifies nothing.
UPDATE users SET phone_valid = FALSE WHERE phone_valid AND (deleted_at IS NOT NULL OR phone_key = '');
UPDATE users SET phone_valid = FALSE WHERE phone_valid AND phone_key IN
  (SELECT phone_key FROM users WHERE phone_valid GROUP BY phone_key HAVING COUNT(*) > 1);

-- One verified owner of a number, whatever else names it.
CREATE UNIQUE INDEX users_phone_verified ON users (phone_key) WHERE phone_valid AND phone_key <> '';
