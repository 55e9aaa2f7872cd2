[Record "1"]
[Board "3x3"]
[First "fignition"]
[Second "a visitor"]
[Seed "0"]
[Result "x"]
[End "line"]

1. 22 12 2. 13 31 3. 33 11 4. 23 x
