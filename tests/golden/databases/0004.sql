-- A database of version 0004, as 0003, with names of people. Its games have every kind of event.
-- The secret of a holder is one letter, 43 times: a in the first game, b and c in the next two, d in the last.
CREATE TABLE alembic_version (
  version_num VARCHAR(32) NOT NULL,
  CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO alembic_version VALUES ('0004');
CREATE TABLE games (
  id VARCHAR(22) NOT NULL,
  made_at BIGINT NOT NULL,
  PRIMARY KEY (id)
);
INSERT INTO games VALUES
  ('AAAAAAAAAAAAAAAAAAAAAA', 1763700000000),
  ('BBBBBBBBBBBBBBBBBBBBBB', 1763700009000),
  ('CCCCCCCCCCCCCCCCCCCCCC', 1763700021000),
  ('DDDDDDDDDDDDDDDDDDDDDD', 1763700023000);
CREATE TABLE events (
  game_id VARCHAR(22) NOT NULL,
  number INTEGER NOT NULL,
  kind VARCHAR(20) NOT NULL,
  payload JSON NOT NULL,
  stored_at BIGINT NOT NULL,
  PRIMARY KEY (game_id, number),
  FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO events VALUES
  ('AAAAAAAAAAAAAAAAAAAAAA', 1, 'created', '{"by": null, "board": "3x3", "start": null, "moves": [], "seats": {"x": {"kind": "person", "player": null}, "o": {"kind": "player", "player": "random"}}, "seed": 7, "delay": 1.0, "hints": false}', 1763700000000),
  ('AAAAAAAAAAAAAAAAAAAAAA', 2, 'played', '{"by": "x", "cell": "22", "ply": 1, "note": null}', 1763700001000),
  ('AAAAAAAAAAAAAAAAAAAAAA', 3, 'played', '{"by": "o", "cell": "11", "ply": 2, "note": {"comment": "", "reasons": {"rule": "first"}, "sentence": "it is the first", "marks": {"11": "1"}, "remark": ""}}', 1763700002000),
  ('AAAAAAAAAAAAAAAAAAAAAA', 4, 'undone', '{"by": "x", "ply": 0}', 1763700003000),
  ('AAAAAAAAAAAAAAAAAAAAAA', 5, 'redone', '{"by": "x", "ply": 2}', 1763700004000),
  ('AAAAAAAAAAAAAAAAAAAAAA', 6, 'swapped', '{"by": "x"}', 1763700005000),
  ('AAAAAAAAAAAAAAAAAAAAAA', 7, 'played', '{"by": "x", "cell": "12", "ply": 3, "note": {"comment": "", "reasons": {"rule": "first"}, "sentence": "it is the first", "marks": {"12": "1"}, "remark": ""}}', 1763700006000),
  ('AAAAAAAAAAAAAAAAAAAAAA', 8, 'ended', '{"by": "o", "ending": "resigned", "winner": "x", "note": null}', 1763700007000),
  ('AAAAAAAAAAAAAAAAAAAAAA', 9, 'remarked', '{"by": "x", "note": {"comment": "", "reasons": null, "sentence": "", "marks": {}, "remark": "Good game."}}', 1763700008000),
  ('BBBBBBBBBBBBBBBBBBBBBB', 1, 'created', '{"by": null, "board": "3x3", "start": null, "moves": [], "seats": {"x": {"kind": "person", "player": null}, "o": {"kind": "open", "player": null}}, "seed": 8, "delay": 1.0, "hints": false}', 1763700009000),
  ('BBBBBBBBBBBBBBBBBBBBBB', 2, 'claimed', '{"by": "o"}', 1763700010000),
  ('BBBBBBBBBBBBBBBBBBBBBB', 3, 'played', '{"by": "x", "cell": "22", "ply": 1, "note": null}', 1763700011000),
  ('BBBBBBBBBBBBBBBBBBBBBB', 4, 'played', '{"by": "o", "cell": "11", "ply": 2, "note": null}', 1763700012000),
  ('BBBBBBBBBBBBBBBBBBBBBB', 5, 'offered', '{"by": "o", "what": "takeback", "note": null}', 1763700013000),
  ('BBBBBBBBBBBBBBBBBBBBBB', 6, 'withdrawn', '{"by": "o", "what": "takeback"}', 1763700014000),
  ('BBBBBBBBBBBBBBBBBBBBBB', 7, 'offered', '{"by": "x", "what": "draw", "note": null}', 1763700015000),
  ('BBBBBBBBBBBBBBBBBBBBBB', 8, 'answered', '{"by": "o", "what": "draw", "accept": false}', 1763700016000),
  ('BBBBBBBBBBBBBBBBBBBBBB', 9, 'played', '{"by": "x", "cell": "12", "ply": 3, "note": null}', 1763700017000),
  ('BBBBBBBBBBBBBBBBBBBBBB', 10, 'played', '{"by": "o", "cell": "21", "ply": 4, "note": null}', 1763700018000),
  ('BBBBBBBBBBBBBBBBBBBBBB', 11, 'played', '{"by": "x", "cell": "32", "ply": 5, "note": null}', 1763700019000),
  ('BBBBBBBBBBBBBBBBBBBBBB', 12, 'offered', '{"by": "x", "what": "rematch", "note": null}', 1763700020000),
  ('BBBBBBBBBBBBBBBBBBBBBB', 13, 'answered', '{"by": "o", "what": "rematch", "accept": true}', 1763700022000),
  ('BBBBBBBBBBBBBBBBBBBBBB', 14, 'rematched', '{"by": "o", "game": "CCCCCCCCCCCCCCCCCCCCCC"}', 1763700022000),
  ('CCCCCCCCCCCCCCCCCCCCCC', 1, 'created', '{"by": null, "board": "3x3", "start": null, "moves": [], "seats": {"x": {"kind": "person", "player": null}, "o": {"kind": "person", "player": null}}, "seed": 6687500715523201, "delay": 1.0, "hints": false}', 1763700021000),
  ('DDDDDDDDDDDDDDDDDDDDDD', 1, 'created', '{"by": null, "board": "3x3", "start": null, "moves": [], "seats": {"x": {"kind": "player", "player": "random"}, "o": {"kind": "player", "player": "random"}}, "seed": 9, "delay": 60.0, "hints": false}', 1763700023000),
  ('DDDDDDDDDDDDDDDDDDDDDD', 2, 'paced', '{"by": null, "delay": null}', 1763700024000),
  ('DDDDDDDDDDDDDDDDDDDDDD', 3, 'seated', '{"by": null, "side": "x", "player": null}', 1763700025000);
CREATE TABLE secrets (
  game_id VARCHAR(22) NOT NULL,
  holder INTEGER NOT NULL,
  digest BLOB NOT NULL,
  PRIMARY KEY (game_id, holder),
  FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO secrets VALUES
  ('AAAAAAAAAAAAAAAAAAAAAA', 1, X'66d34fba71f8f450f7e45598853e53bfc23bbd129027cbb131a2f4ffd7878cd0'),
  ('BBBBBBBBBBBBBBBBBBBBBB', 1, X'f01b57226261ae3756b93936e1c4e6b849f9a5b0933fa3b91843bf4195b9d964'),
  ('BBBBBBBBBBBBBBBBBBBBBB', 2, X'0c49d89230696ff3c031ca5a128a4e121e3589bf872c17fa04487ed0cc245d21'),
  ('CCCCCCCCCCCCCCCCCCCCCC', 1, X'0c49d89230696ff3c031ca5a128a4e121e3589bf872c17fa04487ed0cc245d21'),
  ('CCCCCCCCCCCCCCCCCCCCCC', 2, X'f01b57226261ae3756b93936e1c4e6b849f9a5b0933fa3b91843bf4195b9d964'),
  ('DDDDDDDDDDDDDDDDDDDDDD', 0, X'9fb93e93b2f42ab1d60660300c454df7c90a2e61647223c1a725f39390cccdae');
CREATE INDEX events_by_time ON events (stored_at, game_id);
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
