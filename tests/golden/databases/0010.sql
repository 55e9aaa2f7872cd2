-- What version 0010 replaces: lists and due times, by a summary of each game. None of these games has one yet.
DROP TABLE due_times;
DROP TABLE listings;
DROP INDEX events_by_time;
CREATE TABLE summaries (
  game_id VARCHAR(22) NOT NULL,
  changed_at BIGINT NOT NULL,
  scope VARCHAR(22),
  stage VARCHAR(8) NOT NULL,
  awaits_computer BOOLEAN NOT NULL,
  due_at BIGINT,
  listed_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  about JSON NOT NULL,
  PRIMARY KEY (game_id),
  FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE INDEX summaries_by_scope ON summaries (scope, stage, seen_at);
CREATE INDEX summaries_by_stage ON summaries (stage, changed_at);
CREATE INDEX summaries_by_computer ON summaries (awaits_computer, changed_at);
CREATE INDEX summaries_by_due_time ON summaries (due_at, game_id);
UPDATE alembic_version SET version_num = '0010';
