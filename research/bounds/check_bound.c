/* Checks a certificate that X cannot complete a line within N plies, by docs/formats/certificate.md alone: the names
   are those of its section "Version 2". It shares no code with hyperoxo, and needs only a compiler of C11:

       cc -O2 -o check_bound check_bound.c && ./check_bound FILE

   Writes one line. Exits with 0 if the claim is proved, 1 if the proof fails, 2 if the file cannot be read, 3 if memory
   is out, and 4 if the file is malformed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERIFIED, REJECTED, UNREADABLE, OUT_OF_RESOURCES, MALFORMED };
enum { MOST_CELLS = 256, MOST_AXES = 8, MOST_SYMMETRIES = 10000 };
enum { EMPTY, X, O };
enum { ALL = -1, NONE = -2 };

static _Noreturn void end(int code, const char *reason) {
    static const char *const verdicts[] = {"VERIFIED", "REJECTED", "UNREADABLE", "OUT OF RESOURCES", "MALFORMED"};
    printf("%s: %s\n", verdicts[code], reason);
    exit(code);
}

static void *grow(void *block, size_t count, size_t size_of_each) {
    if (!(block = realloc(block, count * size_of_each))) end(OUT_OF_RESOURCES, "memory");
    return block;
}

/* The file */

static uint8_t *file;
static size_t at, size; /* the next byte, and the number of bytes before the checksum */

static void read_file(const char *name) {
    FILE *stream = fopen(name, "rb");
    if (!stream) end(UNREADABLE, "the file cannot be opened");
    for (size_t got = 1, room = 0; got; size += got) {
        if (size == room) file = grow(file, room = 2 * room + 65536, 1);
        got = fread(file + size, 1, room - size, stream);
    }
    if (ferror(stream)) end(UNREADABLE, "the file cannot be read");
    if (size < 4) end(MALFORMED, "no checksum");
    size -= 4;
}

static void check_sum(void) {
    uint32_t crc = 0xFFFFFFFF;
    for (size_t i = 0; i < size; i++) {
        crc ^= file[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    for (int i = 0; i < 4; i++)
        if (file[size + i] != (~crc >> 8 * i & 255)) end(MALFORMED, "the checksum differs");
}

static int take_text(const char *text) {
    size_t length = strlen(text);
    if (size - at < length || memcmp(file + at, text, length)) return 0;
    at += length;
    return 1;
}

static void expect(const char *text) { if (!take_text(text)) end(MALFORMED, "the header"); }

static uint64_t take_number(void) {
    uint64_t number = 0;
    size_t first = at;
    while (at < size && at - first < 18 && file[at] >= '0' && file[at] <= '9') number = 10 * number + file[at++] - '0';
    if (at == first || (file[first] == '0' && at - first > 1)) end(MALFORMED, "a number of the header");
    return number;
}

static int take_byte(void) {
    if (at == size) end(MALFORMED, "fewer bytes than the records need");
    return file[at++];
}

static uint32_t take_count(void) {
    uint64_t count = 0;
    for (int shift = 0;; shift += 7) {
        int byte = take_byte();
        count |= (uint64_t)(byte & 127) << shift;
        if (count >> 32 || (shift && !byte) || (shift == 28 && byte > 127)) end(MALFORMED, "a count");
        if (byte < 128) return count;
    }
}

/* The board */

static struct line {
    uint8_t *cells, sum; /* sum: the exclusive or of the empty cells, so the cell itself if there is one */
    uint16_t stones[3];  /* of X and of O */
} *line;
static int axes, sides[MOST_AXES], length, cells, lines;
static int *lines_of[MOST_CELLS], lines_through[MOST_CELLS]; /* the lines through a cell, and their number */

static int take_cell(void) {
    int cell = take_byte();
    if (cell >= cells) end(MALFORMED, "a cell off the board");
    return cell;
}

static void coordinates(int cell, int place[]) {
    for (int axis = axes - 1; axis >= 0; cell /= sides[axis--]) place[axis] = cell % sides[axis];
}

static void add_line(int first, int stride) {
    struct line new = {.cells = grow(NULL, length, 1)};
    for (int i = 0, cell = first; i < length; i++, cell += stride) {
        new.cells[i] = cell;
        new.sum ^= cell;
        lines_of[cell] = grow(lines_of[cell], lines_through[cell] + 1, sizeof(int));
        lines_of[cell][lines_through[cell]++] = lines;
    }
    line = grow(line, lines + 1, sizeof *line);
    line[lines++] = new;
}

/* Of a row's two directions, takes the one whose first step that is not 0 is +1. */
static void find_lines(void) {
    int directions = 1, place[MOST_AXES];
    for (int axis = 0; axis < axes; axis++) directions *= 3;
    for (int direction = directions / 2 + 1; direction < directions; direction++)
        for (int cell = 0; cell < cells; cell++) {
            int on_board = 1, stride = 0, next = 1; /* next: how far the next cell along the axis is */
            coordinates(cell, place);
            for (int axis = axes - 1, rest = direction; axis >= 0; next *= sides[axis--], rest /= 3) {
                int step = rest % 3 - 1, last = place[axis] + (length - 1) * step;
                stride += step * next;
                on_board = on_board && last >= 0 && last < sides[axis];
            }
            if (on_board) add_line(cell, stride);
        }
}

static int all_sides_are(uint64_t side) {
    for (int axis = 0; axis < axes; axis++)
        if ((uint64_t)sides[axis] != side) return 0;
    return 1;
}

static void read_board(void) {
    uint64_t longest = 0, wanted;
    cells = 1;
    do {
        uint64_t side = take_number();
        if (axes == MOST_AXES || side < 1 || side > MOST_CELLS / (uint64_t)cells) end(MALFORMED, "the board");
        cells *= sides[axes++] = side;
        longest = side > longest ? side : longest;
    } while (take_text("x"));
    int given = take_text(":");
    wanted = given ? take_number() : longest;
    if (wanted < 2 || wanted > longest || given == all_sides_are(wanted)) end(MALFORMED, "the line length");
    length = wanted;
}

/* The stones */

static uint8_t stone[MOST_CELLS];
static int empty_cells;
static uint16_t near[4][MOST_CELLS]; /* near[n][c]: the lines through c on which X misses n stones, and O has none */

static void count_line(const struct line *l, int change) {
    int missing = length - l->stones[X];
    if (missing > 3 || l->stones[O]) return;
    for (int i = 0; i < length; i++) near[missing][l->cells[i]] += change;
}

static void change_cell(int cell, int side, int change) {
    for (int i = 0; i < lines_through[cell]; i++) {
        struct line *l = &line[lines_of[cell][i]];
        count_line(l, -1);
        l->stones[side] += change;
        l->sum ^= cell;
        count_line(l, +1);
    }
    stone[cell] = change > 0 ? side : EMPTY;
    empty_cells -= change;
}

static void put(int cell, int side) { change_cell(cell, side, +1); }
static void take(int cell) { change_cell(cell, stone[cell], -1); }

/* Returns the number of cells, at most 3, that complete a line for X after its move, and writes the first two. Before
   the move there must be none. The move is on a fork if there are two. */
static int threats_after(int move, int threats[2]) {
    int count = 0;
    if (!near[2][move]) return 0;
    for (int i = 0; i < lines_through[move] && count < 3; i++) {
        const struct line *l = &line[lines_of[move][i]];
        int cell = l->sum ^ move;
        if (l->stones[O] || l->stones[X] != length - 2) continue;
        if ((count > 0 && cell == threats[0]) || (count > 1 && cell == threats[1])) continue;
        if (count < 2) threats[count] = cell;
        count++;
    }
    return count;
}

/* Returns which moves of X count: ALL, NONE, or one cell. */
static int counting_moves(void) {
    int only = ALL;
    for (const struct line *l = line; l < line + lines; l++) {
        if (l->stones[O] != length - 1 || l->stones[X] || l->sum == only) continue;
        if (only != ALL) return NONE;
        only = l->sum;
    }
    return only;
}

static int counts(int counting, int move) { return !stone[move] && (counting == ALL || counting == move); }

/* Settled positions */

static int is_settled(int left);

/* Returns whether X, after a quiet move, has no fork, or one cell prevents every fork. */
static int forks_are_prevented(void) {
    int forks = 0, prevented_by[MOST_CELLS] = {0}, threats[2];
    for (int cell = 0; cell < cells; cell++) {
        int count = stone[cell] || near[2][cell] < 2 ? 0 : threats_after(cell, threats);
        if (count < 2) continue;
        forks++;
        prevented_by[cell]++;
        for (int i = 0; i < 2 && count == 2; i++) prevented_by[threats[i]]++;
    }
    for (int cell = 0; cell < cells; cell++)
        if (prevented_by[cell] == forks) return 1;
    return 0;
}

/* Returns whether a move that counts, and is not on a fork, passes: by rule 2 with 3 stones left, by rule 4 with 4. */
static int passes(int move, int left, int counting) {
    int threats[2], forced = threats_after(move, threats) == 1;
    /* If all moves count, there was no fork before the move, and a move on no line near enough makes none. */
    if (left == 3 && !forced && counting == ALL && !near[3][move]) return 1;
    put(move, X);
    if (forced) put(threats[0], O);
    int passed = left == 3 && !forced ? forks_are_prevented() : is_settled(left - 1);
    if (forced) take(threats[0]);
    take(move);
    return passed;
}

static int all_pass(int left, int counting) {
    for (int move = 0; move < cells; move++)
        if (counts(counting, move) && !passes(move, left, counting)) return 0;
    return 1;
}

/* Returns whether a fork by two lines that share a cell takes X more stones than it has left: rule 3. */
static int is_too_slow(const struct line *a, const struct line *b, int left) {
    int empty_a = length - a->stones[X], empty_b = length - b->stones[X], shared = 0;
    if (a->stones[O] || b->stones[O] || empty_a > left + 1 || empty_b > left + 1) return 1;
    for (int i = 0; i < length; i++)
        for (int j = 0; j < length; j++) shared += a->cells[i] == b->cells[j] && !stone[a->cells[i]];
    return shared == empty_a || shared == empty_b || empty_a + empty_b - shared > left + 1;
}

static int all_are_too_slow(int left) {
    for (int cell = 0; cell < cells; cell++)
        for (int i = 0; i < lines_through[cell] && !stone[cell]; i++)
            for (int j = 0; j < i; j++)
                if (!is_too_slow(&line[lines_of[cell][i]], &line[lines_of[cell][j]], left)) return 0;
    return 1;
}

static int is_settled(int left) {
    int counting = counting_moves(), threats[2];
    if (counting == NONE || left <= 1) return 1;
    for (int move = 0; move < cells; move++)
        if (counts(counting, move) && threats_after(move, threats) >= 2) return 0;
    if (left <= 3) return left == 2 || all_pass(3, counting);
    return all_are_too_slow(left) || (left == 4 && all_pass(4, counting));
}

/* Sets of keys */

struct set {
    size_t words, count, room;
    uint64_t *keys;  /* in the order in which they came, of so many words each */
    uint32_t *slots; /* the number of a key, from 1, or 0 */
};

static uint32_t *slot_of(const struct set *set, const uint64_t *key) {
    uint64_t hash = 0;
    for (size_t i = 0; i < set->words; i++) {
        hash = (hash ^ key[i]) * 0x9E3779B97F4A7C15;
        hash ^= hash >> 29;
    }
    size_t slot = hash & (set->room - 1);
    while (set->slots[slot] && memcmp(set->keys + (set->slots[slot] - 1) * set->words, key, 8 * set->words))
        slot = (slot + 1) & (set->room - 1);
    return &set->slots[slot];
}

/* Returns whether the key is new. */
static int add_to(struct set *set, const uint64_t *key) {
    if (2 * set->count >= set->room) {
        set->room = set->room ? 2 * set->room : 1024;
        set->keys = grow(set->keys, set->room, 4 * set->words);
        set->slots = grow(set->slots, set->room, sizeof *set->slots);
        memset(set->slots, 0, set->room * sizeof *set->slots);
        for (size_t i = 0; i < set->count; i++) *slot_of(set, set->keys + i * set->words) = i + 1;
    }
    uint32_t *slot = slot_of(set, key);
    if (*slot) return 0;
    memcpy(set->keys + set->count * set->words, key, 8 * set->words);
    *slot = ++set->count;
    return 1;
}

/* Symmetries: permutations, as the image of each cell */

static struct set symmetries;
static uint8_t generators[MOST_CELLS][MOST_CELLS];
static int generator_count;

static void exchange(int of[], int a, int b) {
    int kept = of[a];
    of[a] = of[b];
    of[b] = kept;
}

/* Reflects an axis, or none (-1), exchanges two axes, and takes each coordinate v to value[v]. */
static void add_generator(const int value[], int reflected, int axis_a, int axis_b) {
    for (int cell = 0, image = 0, place[MOST_AXES]; cell < cells; cell++, image = 0) {
        coordinates(cell, place);
        if (reflected >= 0) place[reflected] = sides[reflected] - 1 - place[reflected];
        exchange(place, axis_a, axis_b);
        for (int axis = 0; axis < axes; axis++) image = image * sides[axis] + value[place[axis]];
        generators[generator_count][cell] = image;
    }
    generator_count++;
}

static void generate_all_permutations(void) {
    for (int other = 1; other < cells; other++, generator_count++)
        for (int cell = 0; cell < cells; cell++)
            generators[generator_count][cell] = cell == 0 ? other : cell == other ? 0 : cell;
}

static void generate_symmetries_of_box(void) {
    int value[MOST_CELLS], n = sides[0];
    for (int v = 0; v < MOST_CELLS; v++) value[v] = v;
    for (int a = 0; a < axes; a++) {
        add_generator(value, a, a, a);
        for (int b = 0; b < a; b++)
            if (sides[a] == sides[b]) add_generator(value, -1, a, b);
    }
    for (int v = 0; all_sides_are(length) && v < n / 2; v++) { /* exchanges 0 and n-1, or 0 and v, and n-1 and n-1-v */
        for (int i = 0; i < n; i++) value[i] = i;
        exchange(value, 0, v ? v : n - 1);
        if (v) exchange(value, n - 1, n - 1 - v);
        add_generator(value, -1, 0, 0);
    }
}

static void find_symmetries(void) {
    uint8_t image[MOST_CELLS] = {0};
    uint64_t key[MOST_CELLS / 8];
    symmetries.words = (cells + 7) / 8;
    if (all_sides_are(length) && (axes == 1 || length == 2)) generate_all_permutations();
    else generate_symmetries_of_box();
    for (int cell = 0; cell < cells; cell++) image[cell] = cell;
    add_to(&symmetries, memcpy(key, image, sizeof key));
    for (size_t known = 0; known < symmetries.count && symmetries.count <= MOST_SYMMETRIES; known++)
        for (int g = 0; g < generator_count; g++) {
            const uint8_t *before = (uint8_t *)(symmetries.keys + known * symmetries.words);
            for (int cell = 0; cell < cells; cell++) image[cell] = generators[g][before[cell]];
            add_to(&symmetries, memcpy(key, image, sizeof key));
        }
    if (symmetries.count > MOST_SYMMETRIES) symmetries.count = 1; /* the identity */
}

/* The walk */

static struct set classes; /* the least image of each position met, two bits a cell */
static uint8_t *queue;     /* the positions themselves, in the same order, a byte a cell */
static size_t queue_room;

/* Meets the position on the board, with so many stones of X left. */
static void meet(int left) {
    uint64_t least[MOST_CELLS / 32], image[MOST_CELLS / 32];
    size_t bytes = 8 * classes.words;
    int stones = 0, placed[MOST_CELLS];
    if (is_settled(left)) return;
    for (int cell = 0; cell < cells; cell++)
        if (stone[cell]) placed[stones++] = cell;
    for (size_t symmetry = 0; symmetry < symmetries.count; symmetry++) {
        const uint8_t *to = (uint8_t *)(symmetries.keys + symmetry * symmetries.words);
        memset(image, 0, bytes);
        for (int i = 0; i < stones; i++) {
            int cell = to[placed[i]];
            image[cell / 32] |= (uint64_t)stone[placed[i]] << cell % 32 * 2;
        }
        if (symmetry == 0 || memcmp(image, least, bytes) < 0) memcpy(least, image, bytes);
    }
    if (!add_to(&classes, least)) return;
    if (classes.count > queue_room) queue = grow(queue, queue_room = 2 * queue_room + 1024, cells);
    memcpy(queue + (classes.count - 1) * cells, stone, cells);
}

static void set_up(const uint8_t position[]) {
    for (int cell = 0; cell < cells; cell++) {
        if (stone[cell] && stone[cell] != position[cell]) take(cell);
        if (!stone[cell] && position[cell]) put(cell, position[cell]);
    }
}

/* Reads the record of the position on the board, and meets what its replies lead to. */
static void follow_record(int left) {
    int counting = counting_moves(), threats[2], first = take_cell(), second = take_cell();
    uint32_t exceptions = take_count();
    int exception = exceptions ? take_cell() : NONE; /* the move of the next one */
    for (int move = 0; move < cells; move++) {
        if (!counts(counting, move)) continue;
        int reply = move == first ? second : first, count = threats_after(move, threats);
        if (count > 1) end(REJECTED, "X makes two threats");
        if (count == 1) reply = threats[0];
        else if (move == exception) {
            reply = take_cell();
            exception = --exceptions ? take_cell() : NONE;
            if (exceptions && exception <= move) end(MALFORMED, "exceptions that do not ascend");
        }
        put(move, X);
        if (stone[reply]) end(REJECTED, "a reply on a cell that is not empty");
        put(reply, O);
        meet(left - 1);
        take(reply);
        take(move);
    }
    if (exceptions) end(REJECTED, "an exception for a move that is not quiet or does not count");
}

static void walk(uint64_t records, int left) {
    int empty_at_start = empty_cells;
    size_t done = 0;
    classes.words = (cells + 31) / 32;
    for (int cell = 0; cell < cells; cell++)
        if (!stone[cell] && near[1][cell]) end(REJECTED, "X can complete a line at the start");
    for (meet(left); done < classes.count; done++) {
        if (done == records) end(REJECTED, "fewer records than positions");
        set_up(queue + done * cells);
        follow_record(left - (empty_at_start - empty_cells) / 2);
    }
    if (done < records) end(REJECTED, "more records than positions");
}

static void read_position(void) {
    int after_run = 0;
    empty_cells = cells;
    for (int i = 0; i < lines; i++) count_line(&line[i], +1);
    for (uint64_t cell = 0, run; cell < (uint64_t)cells; cell += run) {
        int side = take_text("x") ? X : take_text("o") ? O : EMPTY;
        run = side ? 1 : take_number();
        if (run < 1 || run > cells - cell || (!side && after_run)) end(MALFORMED, "the position");
        if (side) put(cell, side);
        after_run = !side;
    }
}

/* Returns whether O has a line, and refuses lines that no last move of O can explain. */
static int o_has_a_line(void) {
    int complete = 0, through[MOST_CELLS] = {0}, common = 0;
    for (int i = 0; i < lines; i++) {
        if (line[i].stones[X] == length) end(MALFORMED, "the side to move has a line");
        complete += line[i].stones[O] == length;
        for (int j = 0; j < length && line[i].stones[O] == length; j++) through[line[i].cells[j]]++;
    }
    for (int cell = 0; cell < cells; cell++) common = common || through[cell] == complete;
    if (!common) end(MALFORMED, "lines without a common cell");
    return complete > 0;
}

int main(int count, char **arguments) {
    if (count != 2) end(UNREADABLE, "usage: check_bound FILE");
    read_file(arguments[1]);
    check_sum();
    expect("oxo certificate 2\nboard ");
    read_board();
    find_lines();
    find_symmetries();
    expect("\nposition ");
    read_position();
    expect(" x\nclaim x wins not within ");
    uint64_t plies = take_number();
    if (plies % 2 == 0 || plies > 511) end(MALFORMED, "the number of plies");
    expect("\nrecords ");
    uint64_t records = take_number();
    expect("\n\n");
    if (records > (size - at) / 3) end(MALFORMED, "fewer bytes than the records need");
    if (!o_has_a_line()) walk(records, (plies + 1) / 2);
    else if (records) end(REJECTED, "records, although O has a line at the start");
    if (at < size) end(MALFORMED, "bytes after the last record");
    printf("VERIFIED: x wins not within %d plies; %d records\n", (int)plies, (int)records);
    return VERIFIED;
}
