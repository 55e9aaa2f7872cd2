-- What version 0003 adds: the creation of a game says whether hints are allowed.
UPDATE events SET payload = '{"by": null, "board": "3x3", "start": null, "moves": [], "seats": {"x": {"kind": "person", "player": null}, "o": {"kind": "player", "player": "random"}}, "seed": 7, "delay": 1.0, "hints": false}'
  WHERE game_id = 'AAAAAAAAAAAAAAAAAAAAAA' AND number = 1;
UPDATE events SET payload = '{"by": null, "board": "3x3", "start": null, "moves": [], "seats": {"x": {"kind": "person", "player": null}, "o": {"kind": "open", "player": null}}, "seed": 8, "delay": 1.0, "hints": false}'
  WHERE game_id = 'BBBBBBBBBBBBBBBBBBBBBB' AND number = 1;
UPDATE events SET payload = '{"by": null, "board": "3x3", "start": null, "moves": [], "seats": {"x": {"kind": "person", "player": null}, "o": {"kind": "person", "player": null}}, "seed": 6687500715523201, "delay": 1.0, "hints": false}'
  WHERE game_id = 'CCCCCCCCCCCCCCCCCCCCCC' AND number = 1;
UPDATE events SET payload = '{"by": null, "board": "3x3", "start": null, "moves": [], "seats": {"x": {"kind": "player", "player": "random"}, "o": {"kind": "player", "player": "random"}}, "seed": 9, "delay": 60.0, "hints": false}'
  WHERE game_id = 'DDDDDDDDDDDDDDDDDDDDDD' AND number = 1;
UPDATE alembic_version SET version_num = '0003';
