-- What version 0006 adds: lists of games. The creation of a game says whether it is strict, public, and under the pie rule.
CREATE TABLE listings (
  game_id VARCHAR(22) NOT NULL,
  scope VARCHAR(22) NOT NULL,
  is_open BOOLEAN NOT NULL,
  summary JSON NOT NULL,
  listed_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (game_id),
  FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE INDEX listings_by_scope ON listings (scope, is_open, seen_at);
UPDATE alembic_version SET version_num = '0006';
