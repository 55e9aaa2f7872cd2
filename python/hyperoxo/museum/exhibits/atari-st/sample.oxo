[Record "1"]
[Board "4x4x4"]
[First "a visitor"]
[Second "atari-st"]
[Seed "37"]
[Result "o"]
[End "line"]

1. 333 444 2. 331 334 3. 224 434 4. 133 234 5. 134 233 6. 143 144 7. 421 414
8. 424 324 o
