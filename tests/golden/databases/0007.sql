-- What version 0007 adds: which of several servers writes a game.
ALTER TABLE games ADD COLUMN lease BIGINT DEFAULT 0 NOT NULL;
ALTER TABLE games ADD COLUMN server VARCHAR(22);
CREATE TABLE servers (
  id VARCHAR(22) NOT NULL,
  until BIGINT NOT NULL,
  PRIMARY KEY (id)
);
UPDATE games SET lease = 3, server = 'SSSSSSSSSSSSSSSSSSSSSS' WHERE id = 'CCCCCCCCCCCCCCCCCCCCCC';
UPDATE alembic_version SET version_num = '0007';
