-- What version 0009 removes: which of several servers writes a game.
DROP TABLE servers;
ALTER TABLE games DROP COLUMN server;
ALTER TABLE games DROP COLUMN lease;
UPDATE alembic_version SET version_num = '0009';
