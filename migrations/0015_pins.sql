-- PINs for electronic signatures: a tenant's rule, and what is kept of somebody's PIN in a tenant. Their codes are
-- among the others (`codes`, purpose `pin`).

CREATE TABLE tenant_pins (
  tenant_id       TEXT PRIMARY KEY REFERENCES tenants (id),
  version         BIGINT NOT NULL,
  pin_rule        BIGINT NOT NULL,      -- 1 letters, 2 digits, 3 letters and digits
  pin_length      BIGINT NOT NULL,
  pin_notice_type BIGINT NOT NULL,      -- 1 e-mail, 2 SMS
  pin_duration    BIGINT NOT NULL,      -- minutes that a code is good for; 0: none is sent
  updated_at      BIGINT NOT NULL
);

CREATE TABLE user_pins (
  tenant_id TEXT NOT NULL REFERENCES tenants (id),
  user_id   TEXT NOT NULL REFERENCES users (id),
  pin_hash  TEXT NOT NULL,              -- argon2id
  failures  BIGINT NOT NULL,            -- since it was right last; too many lock it
  set_at    BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, user_id)
);
