-- What version 0002 adds: an index.
CREATE INDEX events_by_time ON events (stored_at, game_id);
UPDATE alembic_version SET version_num = '0002';
