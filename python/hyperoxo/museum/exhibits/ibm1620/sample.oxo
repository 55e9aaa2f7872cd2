[Record "1"]
[Board "4x4x4"]
[First "ibm1620"]
[Second "a visitor"]
[Seed "8"]
[Result "x"]
[End "line"]

1. 222 143 2. 111 124 3. 122 231 4. 233 432 5. 133 144 6. 333 444 7. 433 x
