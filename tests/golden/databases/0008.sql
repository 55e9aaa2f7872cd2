-- What version 0008 adds: rooms. The creation of a game names its room.
CREATE TABLE rooms (
  id VARCHAR(22) NOT NULL,
  title VARCHAR(60) NOT NULL,
  owner BLOB NOT NULL,
  made_at BIGINT NOT NULL,
  PRIMARY KEY (id)
);
ALTER TABLE games ADD COLUMN room_id VARCHAR(22) REFERENCES rooms (id);
ALTER TABLE names ADD COLUMN room_id VARCHAR(22) REFERENCES rooms (id);
CREATE INDEX games_by_room ON games (room_id);
CREATE INDEX names_by_room ON names (room_id);
UPDATE alembic_version SET version_num = '0008';
