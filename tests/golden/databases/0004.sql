-- What version 0004 adds: names of people.
CREATE TABLE names (
  id BIGINT NOT NULL,
  text VARCHAR(20) NOT NULL,
  recovery BLOB,
  made_at BIGINT NOT NULL,
  is_banned BOOLEAN NOT NULL,
  PRIMARY KEY (id)
);
CREATE TABLE name_keys (
  "key" VARCHAR(400) NOT NULL,
  name_id BIGINT NOT NULL,
  PRIMARY KEY ("key"),
  FOREIGN KEY(name_id) REFERENCES names (id) ON DELETE CASCADE
);
CREATE TABLE name_secrets (
  digest BLOB NOT NULL,
  name_id BIGINT NOT NULL,
  made_at BIGINT NOT NULL,
  PRIMARY KEY (digest),
  FOREIGN KEY(name_id) REFERENCES names (id) ON DELETE CASCADE
);
CREATE TABLE seat_names (
  game_id VARCHAR(22) NOT NULL,
  holder INTEGER NOT NULL,
  name_id BIGINT,
  PRIMARY KEY (game_id, holder),
  FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE,
  FOREIGN KEY(name_id) REFERENCES names (id) ON DELETE SET NULL
);
CREATE INDEX seat_names_by_name ON seat_names (name_id, game_id);
UPDATE alembic_version SET version_num = '0004';
