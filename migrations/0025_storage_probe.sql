-- What is written now and then to know that something can be written: some octets, in place of those before.
CREATE TABLE storage_probe (
  id         BIGINT PRIMARY KEY,
  octets     BYTEA NOT NULL,
  written_at BIGINT NOT NULL
);
