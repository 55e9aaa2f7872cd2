-- What version 0005 adds: when games by days are lost.
CREATE TABLE due_times (
  game_id VARCHAR(22) NOT NULL,
  due_at BIGINT NOT NULL,
  PRIMARY KEY (game_id),
  FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE INDEX due_times_by_time ON due_times (due_at, game_id);
UPDATE alembic_version SET version_num = '0005';
