[Record "1"]
[Board "3x3"]
[First "magic-square:opening=corner,variety=no"]
[Second "a visitor"]
[Seed "0"]
[Result "x"]
[End "line"]

1. 11 12 2. 22 33 3. 31 13 4. 21 x
