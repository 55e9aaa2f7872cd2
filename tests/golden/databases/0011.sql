-- What version 0011 changes: the keys of names, of which there are none here.
UPDATE alembic_version SET version_num = '0011';
