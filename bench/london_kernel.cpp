// A yardstick for the engine's speed: the London base game (one sheet, no add-ons) in plain C++17. It shares nothing with
// the engine but the rules; it only says how fast an ordinary compiled kernel plays whole games on the same machine.
//
//   g++ -O3 -std=c++17 -Wall -Wextra london_kernel.cpp -o london_kernel
//   ./london_kernel [--games N] [--seed S] [--player random|greedy]
//
// One line of JSON comes out: player, games, mean score, games per second of CPU time (one thread).

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

using u8 = std::uint8_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

// ---- The city sheet. Cells are a-j from the left and 1-10 from the top. ----

constexpr int SIDE = 10, STATIONS = 53, SECTIONS = 155, CROSSING_PAIRS = 116, DISTRICTS = 13, ROUNDS = 4;
const char* const PICTURE[SIDE] = {
    "PTS.TC.T.C",
    ".P.S..P.SP",
    "C..T..S..T",
    "S.P.T?CC.S",
    ".TS.PS..P.",
    "P.S.C..C..",
    "...PT.ST.T",
    "C.SC.P..CP",
    ".C....P.T.",
    "TS.PCT.C.S",
};
const char* const DEPARTURES[ROUNDS] = {"c6", "f8", "h4", "d3"};  // purple, blue, pink, green
const char* const TOURIST_SITES[] = {"g2", "a4", "f4", "j7", "e10"};
const char* const THAMES[][2] = {
    {"a3", "c5"}, {"a4", "a6"}, {"a4", "b5"}, {"b2", "b5"}, {"c4", "b5"}, {"c4", "c5"}, {"c5", "e5"}, {"c6", "e6"},
    {"d3", "d7"}, {"e4", "c6"}, {"e5", "g7"}, {"e6", "d7"}, {"e6", "e7"}, {"e6", "h6"}, {"f4", "h6"}, {"f5", "f8"},
    {"f5", "h7"}, {"g4", "g7"}, {"g4", "j7"}, {"h4", "e7"}, {"h4", "h6"}, {"i5", "h6"}, {"i5", "i8"}, {"j4", "j7"},
};
constexpr int TRACK_END = 10, TOURIST_TRACK[TRACK_END + 1] = {0, 1, 2, 4, 6, 8, 11, 14, 17, 21, 25};
constexpr int INTERCHANGE_STEP[ROUNDS] = {0, 2, 3, 4};  // for one more line at a station of 0-3 lines: 2, 5, 9 in all

// ---- The cards ----

enum Symbol : u8 { SQUARE, TRIANGLE, PENTAGON, CIRCLE, JOKER, SWITCH };
struct Card { Symbol symbol; bool underground; };
constexpr int CARDS = 11, LAST_UNDERGROUND = 5;
constexpr Card STATION_CARDS[CARDS] = {
    {SQUARE, false}, {TRIANGLE, false}, {PENTAGON, false}, {CIRCLE, false}, {JOKER, false}, {SWITCH, false},
    {SQUARE, true},  {TRIANGLE, true},  {PENTAGON, true},  {CIRCLE, true},  {JOKER, true},
};

// ---- What follows from the picture ----

struct Section { u8 from, to; };
constexpr u64 bit(int station) { return u64{1} << station; }
inline int has(u64 stations, int station) { return int(stations >> station & 1); }
inline int lowest(u64 stations) { return __builtin_ctzll(stations); }

struct City {
    u64 neighbours[STATIONS] = {};        // stations one section away
    u64 thames[STATIONS] = {};            // those of them whose section passes under the river
    u64 accepts[JOKER + 1] = {};          // stations at which a section may end, by the card's symbol
    u64 sites = 0;
    u8 district[STATIONS] = {};
    u8 departure[ROUNDS] = {};            // by pencil
    u8 section[STATIONS][STATIONS] = {};  // the number of the section between two neighbours
    std::vector<Section> sections, crossings[SECTIONS];
    int crossing_pairs = 0;

    City() {
        int at[SIDE][SIDE], column[STATIONS], row[STATIONS], stations = 0;
        for (int r = 0; r < SIDE; ++r)
            for (int c = 0; c < SIDE; ++c) {
                at[r][c] = PICTURE[r][c] == '.' ? -1 : stations;
                if (at[r][c] < 0) continue;
                const bool corner = (r == 0 || r == SIDE - 1) && (c == 0 || c == SIDE - 1);
                const int across = c < 3 ? 0 : c < 7 ? 1 : 2, down = r < 3 ? 0 : r < 7 ? 1 : 2;
                district[stations] = u8(corner ? 9 + (r ? 2 : 0) + (c ? 1 : 0) : 3 * down + across);
                for (int s = SQUARE; s <= JOKER; ++s)
                    if (s == JOKER || PICTURE[r][c] == '?' || PICTURE[r][c] == "STPC"[s]) accepts[s] |= bit(stations);
                column[stations] = c;
                row[stations++] = r;
            }

        constexpr int RAYS[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};  // row and column steps; the other four mirror them
        for (int a = 0; a < stations; ++a)
            for (const auto& ray : RAYS) {
                int r = row[a] + ray[0], c = column[a] + ray[1];
                const auto on_sheet = [&] { return r < SIDE && c >= 0 && c < SIDE; };
                while (on_sheet() && at[r][c] < 0) r += ray[0], c += ray[1];
                if (!on_sheet()) continue;
                const int b = at[r][c];
                neighbours[a] |= bit(b);
                neighbours[b] |= bit(a);
                section[a][b] = section[b][a] = u8(sections.size());
                sections.push_back({u8(a), u8(b)});
            }
        if (sections.size() != SECTIONS) return;  // reported by main

        // Two sections cross when each has its two ends strictly on different sides of the other.
        const auto side = [&](Section s, int p) {
            return (column[s.to] - column[s.from]) * (row[p] - row[s.from]) -
                   (row[s.to] - row[s.from]) * (column[p] - column[s.from]);
        };
        const auto parts = [&](Section s, Section t) { return side(s, t.from) * side(s, t.to) < 0; };
        for (int i = 0; i < SECTIONS; ++i)
            for (int j = 0; j < i; ++j)
                if (parts(sections[i], sections[j]) && parts(sections[j], sections[i])) {
                    crossings[i].push_back(sections[j]);
                    crossings[j].push_back(sections[i]);
                    ++crossing_pairs;
                }

        const auto cell = [&](const char* name) { return at[std::atoi(name + 1) - 1][name[0] - 'a']; };
        for (int pencil = 0; pencil < ROUNDS; ++pencil) departure[pencil] = u8(cell(DEPARTURES[pencil]));
        for (const char* name : TOURIST_SITES) sites |= bit(cell(name));
        for (const auto& ends : THAMES) {
            thames[cell(ends[0])] |= bit(cell(ends[1]));
            thames[cell(ends[1])] |= bit(cell(ends[0]));
        }
    }
};
const City CITY;

// ---- Chance: PCG-32 ----

struct Random {
    u64 state;
    explicit Random(u64 seed) : state(seed * 0x9E3779B97F4A7C15u + 0xDA3E39CB94B95BDBu) { next(); }
    u32 next() {
        const u64 old = state;
        state = old * 6364136223846793005u + 1442695040888963407u;
        const u32 word = u32(((old >> 18) ^ old) >> 27), turn = u32(old >> 59);
        return (word >> turn) | (word << (-turn & 31));
    }
    int below(int n) { return int((u64(next()) * u32(n)) >> 32); }
    template <class T, int N>
    void shuffle(T (&items)[N]) {
        for (int i = N - 1; i > 0; --i) std::swap(items[i], items[below(i + 1)]);
    }
};

// ---- One player's sheet ----

struct Moves { Section list[SECTIONS]; int count = 0; };

struct Sheet {
    u64 open[STATIONS];       // neighbours to which a section can still be drawn: neither drawn nor crossed
    u64 served[ROUNDS] = {};  // stations on more than 0, 1, 2, 3 finished lines
    int circles = 0;          // crossed off on the tourist track
    int points = 0;           // of the finished lines

    // The line being drawn: its stations, those with one section of it or more, those with two or more (no longer an end)
    u64 line, joined, inner;
    u8 in_district[DISTRICTS];
    int districts, most, thames, sites;

    Sheet() { std::copy(std::begin(CITY.neighbours), std::end(CITY.neighbours), open); }

    void start_line(int departure) {
        line = bit(departure);
        joined = inner = 0;
        std::fill(std::begin(in_district), std::end(in_district), u8{0});
        in_district[CITY.district[departure]] = 1;
        districts = most = 1;
        thames = 0;
        sites = has(CITY.sites, departure);
    }

    void legal_moves(bool from_any_station, Symbol symbol, Moves& moves) const {
        const u64 targets = CITY.accepts[symbol] & ~line;
        for (u64 sources = from_any_station ? line : line & ~inner; sources; sources &= sources - 1) {
            const int from = lowest(sources);
            for (u64 ends = open[from] & targets; ends; ends &= ends - 1)
                moves.list[moves.count++] = {u8(from), u8(lowest(ends))};
        }
    }

    void draw(Section s) {
        inner |= joined & bit(s.from);
        joined |= bit(s.from) | bit(s.to);
        line |= bit(s.to);
        close(s);
        for (const Section crossed : CITY.crossings[CITY.section[s.from][s.to]]) close(crossed);
        const int here = ++in_district[CITY.district[s.to]];
        districts += here == 1;
        most = std::max(most, here);
        thames += has(CITY.thames[s.from], s.to);
        sites += has(CITY.sites, s.to);
    }

    void close(Section s) {
        open[s.from] &= ~bit(s.to);
        open[s.to] &= ~bit(s.from);
    }

    // What a section adds to the final score (the departure counts as already there: the same for every first section).
    int gain(Section s) const {
        const int here = in_district[CITY.district[s.to]] + 1;
        const int product = (districts + (here == 1)) * std::max(most, here) - districts * most;
        const int track = track_points(circles + sites + has(CITY.sites, s.to)) - track_points(circles + sites);
        int lines = 0;
        for (const u64 stations : served) lines += has(stations, s.to);
        return product + 2 * has(CITY.thames[s.from], s.to) + track + INTERCHANGE_STEP[lines];
    }

    void finish_line() {
        if (!joined) return;  // a line without a section counts nowhere
        points += districts * most + 2 * thames;
        circles += sites;
        for (int lines = ROUNDS - 1; lines > 0; --lines) served[lines] |= served[lines - 1] & line;
        served[0] |= line;
    }

    int score() const {
        int total = points + track_points(circles);
        for (int lines = 1; lines < ROUNDS; ++lines) total += INTERCHANGE_STEP[lines] * __builtin_popcountll(served[lines]);
        return total;
    }

    static int track_points(int visits) { return TOURIST_TRACK[std::min(visits, TRACK_END)]; }
};

// ---- A game. Both players draw whenever they can; the greedy one looks only at the moves of the highest gain. ----

void keep_best(const Sheet& sheet, Moves& moves) {
    int best = -1, kept = 0;
    for (int i = 0; i < moves.count; ++i) {
        const int gain = sheet.gain(moves.list[i]);
        if (gain < best) continue;
        if (gain > best) best = gain, kept = 0;
        moves.list[kept++] = moves.list[i];
    }
    moves.count = kept;
}

template <bool GREEDY>
int play_game(Random& random) {
    int pencils[ROUNDS] = {0, 1, 2, 3};
    random.shuffle(pencils);
    Sheet sheet;
    for (const int pencil : pencils) {
        Card pile[CARDS];
        std::copy(std::begin(STATION_CARDS), std::end(STATION_CARDS), pile);
        random.shuffle(pile);
        sheet.start_line(CITY.departure[pencil]);
        for (int turn = 1, flipped = 0, underground = 0; underground < LAST_UNDERGROUND; ++turn) {
            Card card = pile[flipped++];
            const bool switched = card.symbol == SWITCH;
            if (switched) card = pile[flipped++];  // there is one: a round never lasts until a switch at the bottom
            underground += card.underground;
            Moves moves;
            sheet.legal_moves(switched && turn > 2, card.symbol, moves);
            if (GREEDY) keep_best(sheet, moves);
            if (moves.count) sheet.draw(moves.list[random.below(moves.count)]);
        }
        sheet.finish_line();
    }
    return sheet.score();
}

template <bool GREEDY>
void measure(long games, u64 seed) {
    Random random(seed);
    long long total = 0;
    const std::clock_t start = std::clock();
    for (long game = 0; game < games; ++game) total += play_game<GREEDY>(random);
    const double seconds = std::max(1.0, double(std::clock() - start)) / CLOCKS_PER_SEC;
    std::printf("{\"player\": \"%s\", \"games\": %ld, \"mean\": %.3f, \"games_per_s\": %.0f}\n",
                GREEDY ? "greedy" : "random", games, double(total) / double(games), double(games) / seconds);
}

int main(int argc, char** argv) {
    long games = 1000000;
    u64 seed = 1;
    std::string player = "random";
    bool ok = argc % 2 == 1;
    for (int i = 1; ok && i < argc; i += 2) {
        const std::string option = argv[i];
        if (option == "--games") games = std::atol(argv[i + 1]);
        else if (option == "--seed") seed = std::strtoull(argv[i + 1], nullptr, 10);
        else if (option == "--player") player = argv[i + 1];
        else ok = false;
    }
    if (!ok || games < 1 || (player != "random" && player != "greedy")) {
        std::fprintf(stderr, "usage: london_kernel [--games N] [--seed S] [--player random|greedy]\n");
        return 2;
    }
    if (CITY.sections.size() != SECTIONS || CITY.crossing_pairs != CROSSING_PAIRS) {
        std::fprintf(stderr, "wrong map: %zu sections, %d crossing pairs\n", CITY.sections.size(), CITY.crossing_pairs);
        return 1;
    }
    if (player == "greedy") measure<true>(games, seed);
    else measure<false>(games, seed);
    return 0;
}
