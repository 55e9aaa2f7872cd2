-- What version 0008 adds: rooms. The creation of a game names its room. Names are compared by the tables of 2024.
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
INSERT INTO rooms VALUES ('RRRRRRRRRRRRRRRRRRRRRR', '7b', X'00', 1);
INSERT INTO names (id, text, made_at, is_banned, room_id) VALUES
  (1, 'Ada', 2, FALSE, NULL),
  (2, 'ꭤdꭤ', 1, FALSE, NULL),
  (3, 'Ada', 3, FALSE, 'RRRRRRRRRRRRRRRRRRRRRR');
INSERT INTO name_keys VALUES ('ada', 1), ('ꭤdꭤ', 2), ('RRRRRRRRRRRRRRRRRRRRRR
ada', 3);
UPDATE alembic_version SET version_num = '0008';
