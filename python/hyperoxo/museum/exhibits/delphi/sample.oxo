[Record "1"]
[Board "3x3x3"]
[First "delphi"]
[Second "a visitor"]
[Seed "35"]
[Result "x"]
[End "line"]

1. 222 311 2. 112 332 3. 111 113 4. 333 x
