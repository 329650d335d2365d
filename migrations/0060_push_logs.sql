-- What a message said, as its log shows it, and what came of each attempt.
ALTER TABLE messages ADD COLUMN address_key TEXT NOT NULL DEFAULT '';   -- phones as they are compared; mailboxes folded
ALTER TABLE messages ADD COLUMN software_id TEXT;                       -- the system that it speaks of, if it is one's
ALTER TABLE messages ADD COLUMN software_name TEXT NOT NULL DEFAULT ''; -- its name at that time
ALTER TABLE messages ADD COLUMN software_key TEXT NOT NULL DEFAULT '';  -- folded
ALTER TABLE messages ADD COLUMN subject TEXT NOT NULL DEFAULT '';       -- e-mail only, once an attempt was made
ALTER TABLE messages ADD COLUMN subject_key TEXT NOT NULL DEFAULT '';   -- folded
ALTER TABLE messages ADD COLUMN shown TEXT NOT NULL DEFAULT '';         -- the text, codes and links masked
ALTER TABLE messages ADD COLUMN max_attempts BIGINT NOT NULL DEFAULT 110;
ALTER TABLE messages ADD COLUMN resends BIGINT NOT NULL DEFAULT 0;      -- how often an administrator sent it again
UPDATE messages SET address_key = LOWER(REPLACE(REPLACE(address, ' ', ''), '-', '')) WHERE kind = 'sms';
UPDATE messages SET address_key = LOWER(address) WHERE kind = 'email';
DROP INDEX messages_kind;
DROP INDEX messages_address;
CREATE INDEX messages_of_kind ON messages (kind, created_at, id);
CREATE INDEX messages_to ON messages (kind, address_key, created_at, id);
CREATE INDEX messages_by_state ON messages (kind, state, created_at, id);
CREATE INDEX messages_of_software ON messages (kind, software_id, created_at, id) WHERE software_id IS NOT NULL;
-- Contents that are kept for another attempt, until they are of no use.
CREATE INDEX messages_outdated ON messages (gives_up_at, id) WHERE state <> 'waiting' AND content IS NOT NULL;

CREATE TABLE message_attempts (
  message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  number     BIGINT NOT NULL,
  at         BIGINT NOT NULL,
  trouble    TEXT,                      -- notify/words.rs, Trouble; null where it was sent
  answer     TEXT NOT NULL,             -- of the gateway, codes and links masked
  PRIMARY KEY (message_id, number)
);
