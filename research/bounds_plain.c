/* A second search for the length of the win on 4x4x4, which shares no code with hyperoxo.

   cc -O3 -march=native -o bounds_plain bounds_plain.c && ./bounds_plain PLIES [TABLE_BITS]

It prints whether X completes a line within PLIES plies from the empty board, and the positions searched. win(x, o, r) says whether X,
to move, completes a line with at most r more stones. A threat of X leaves O one reply, the block. Another move is tried only if X also
wins after a pass; then every reply of O is tried. Before X's last two stones two lines cross on an empty cell, so r is too
small if no empty cell has two lines without O, with a and b stones of X, for which 6 - a - b <= r. Positions are kept in a
table, up to symmetry while few stones are on the board; an entry holds the whole position. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t set;
#define BIT(c) ((set)1 << (c))

static set lines[76];
static int line_count, through[64][7], lines_through[64], image[192][64], images;
static uint64_t searched;
static struct entry { set x, o; unsigned char r, wins; } *table;
static uint64_t mask;

static void make_board(void) {
    for (int start = 0; start < 64; start++)
        for (int d = 14; d < 27; d++) { /* one of each pair of opposite directions */
            int step[3] = {d / 9 - 1, d / 3 % 3 - 1, d % 3 - 1}, at[3] = {start / 16, start / 4 % 4, start % 4};
            set line = 0;
            int n = 0;
            for (; n < 4; n++) {
                if (at[0] < 0 || at[0] > 3 || at[1] < 0 || at[1] > 3 || at[2] < 0 || at[2] > 3) break;
                line |= BIT(16 * at[0] + 4 * at[1] + at[2]);
                for (int i = 0; i < 3; i++) at[i] += step[i];
            }
            if (n == 4) lines[line_count++] = line;
        }
    for (int l = 0; l < line_count; l++)
        for (int c = 0; c < 64; c++)
            if (lines[l] & BIT(c)) through[c][lines_through[c]++] = l;
    static const int axes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const int values[4][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {0, 2, 1, 3}, {2, 0, 3, 1}};
    for (int a = 0; a < 6; a++)
        for (int v = 0; v < 4; v++)
            for (int flip = 0; flip < 8; flip++, images++)
                for (int c = 0; c < 64; c++) {
                    int at[3] = {c / 16, c / 4 % 4, c % 4}, to = 0;
                    for (int i = 0; i < 3; i++) {
                        int value = values[v][at[axes[a][i]]];
                        to = 4 * to + (flip >> i & 1 ? 3 - value : value);
                    }
                    image[images][c] = to;
                }
}

static set turned(set cells, const int *to) {
    set result = 0;
    for (; cells; cells &= cells - 1) result |= BIT(to[__builtin_ctzll(cells)]);
    return result;
}

static set completing(set own, set other) {
    set found = 0;
    for (int l = 0; l < line_count; l++)
        if (!(lines[l] & other)) {
            set gap = lines[l] & ~own;
            if (!(gap & (gap - 1))) found |= gap;
        }
    return found;
}

static int has_time(set x, set o, int r) {
    for (set empty = ~(x | o); empty; empty &= empty - 1) {
        int c = __builtin_ctzll(empty), best = -1, second = -1;
        for (int i = 0; i < lines_through[c]; i++) {
            set line = lines[through[c][i]];
            if (line & o) continue;
            int count = __builtin_popcountll(line & x);
            if (count > best) second = best, best = count;
            else if (count > second) second = count;
        }
        if (second >= 0 && 6 - best - second <= r) return 1;
    }
    return 0;
}

static int refuting; /* the move with which X won last */

static int win(set x, set o, int r) {
    set own = completing(x, o);
    if (own) { refuting = __builtin_ctzll(own); return r >= 1; }
    if (r < 2 || !has_time(x, o, r)) return 0;
    set threats = completing(o, x), moves = ~(x | o);
    if (threats & (threats - 1)) return 0;
    if (threats) moves = threats;
    set kx = x, ko = o;
    if (r > 2) {
        if (__builtin_popcountll(x | o) <= 9)
            for (int i = 0; i < images; i++) {
                set tx = turned(x, image[i]), to = tx <= kx ? turned(o, image[i]) : 0;
                if (tx < kx || (tx == kx && to < ko)) kx = tx, ko = to;
            }
        struct entry *e = &table[((kx * 0x9e3779b97f4a7c15u ^ ko * 0xc2b2ae3d27d4eb4fu) * 0xff51afd7ed558ccdu >> 20) & mask];
        if (e->x == kx && e->o == ko && e->r == r) return e->wins;
    }
    searched++;
    int found = 0, with = -1;
    set threatening = 0;
    for (set rest = moves; rest && !found; rest &= rest - 1) {
        int c = __builtin_ctzll(rest);
        set block = completing(x | BIT(c), o);
        if (!block) continue;
        threatening |= BIT(c);
        if (block & (block - 1)) found = 1, with = c; /* O cannot complete a line: only such moves are tried */
        else if (win(x | BIT(c), o | block, r - 1)) found = 1, with = c;
    }
    if (r > 2)
        for (set rest = moves & ~threatening; rest && !found; rest &= rest - 1) {
            int c = __builtin_ctzll(rest);
            set after = x | BIT(c), replies = ~(after | o);
            if (!replies || !win(after, o, r - 1)) continue;
            int next = refuting;
            found = 1;
            while (replies && found) {
                if (next < 0 || !(replies & BIT(next))) next = __builtin_ctzll(replies);
                replies &= ~BIT(next);
                set reply = BIT(next);
                if (!win(after, o | reply, r - 1)) found = 0;
                else next = refuting;
            }
            if (found) with = c;
        }
    if (r > 2) {
        struct entry *e = &table[((kx * 0x9e3779b97f4a7c15u ^ ko * 0xc2b2ae3d27d4eb4fu) * 0xff51afd7ed558ccdu >> 20) & mask];
        *e = (struct entry){kx, ko, (unsigned char)r, (unsigned char)found};
    }
    refuting = with;
    return found;
}

int main(int count, char **arguments) {
    if (count < 2) return fprintf(stderr, "usage: bounds_plain PLIES [TABLE_BITS]\n"), 2;
    int plies = atoi(arguments[1]), bits = count > 2 ? atoi(arguments[2]) : 24;
    mask = ((uint64_t)1 << bits) - 1;
    table = calloc(mask + 1, sizeof *table);
    if (!table || plies < 1) return 2;
    make_board();
    if (line_count != 76 || images != 192) return fprintf(stderr, "wrong board\n"), 1;
    int wins = win(0, 0, (plies + 1) / 2);
    printf("X %s within %d plies; %llu positions\n", wins ? "wins" : "does not win", plies, (unsigned long long)searched);
    return 0;
}
