-- What messages say: the texts that came with the server, and those that an operator changed.
CREATE TABLE message_templates (
  id         TEXT PRIMARY KEY,        -- kind and purpose, such as email-invitation
  version    BIGINT NOT NULL,
  kind       TEXT NOT NULL,           -- sms | email
  purpose    TEXT NOT NULL,
  seq        BIGINT NOT NULL,
  subject_zh TEXT NOT NULL,           -- empty: an SMS
  text_zh    TEXT NOT NULL,
  subject_en TEXT NOT NULL,
  text_en    TEXT NOT NULL,
  changed    BOOLEAN NOT NULL,        -- by an operator; the others follow the server's own texts
  updated_at BIGINT NOT NULL
);
CREATE INDEX message_templates_sorted ON message_templates (seq, id);
