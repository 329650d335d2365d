-- A withdrawn consent ends the device codes, too, that wait to be exchanged.
CREATE INDEX device_codes_user ON device_codes (user_id, client_id);
