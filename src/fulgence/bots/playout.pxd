cimport cython
from fulgence.bots cimport levels
from fulgence.rules cimport chance, kinds, score, sheet, tables

@cython.locals(best=int, highest=int, ties=int, place=int, move=int, value=int)
cpdef int greedy_move(sheet.Sheet page, sheet.Sheet trial, chance.Generator luck) noexcept nogil

cpdef int random_game(sheet.Sheet page, chance.Pile pile, chance.Generator luck) noexcept nogil

cpdef int greedy_game(
    sheet.Sheet page, sheet.Sheet trial, chance.Pile pile, chance.Generator luck
) noexcept nogil

@cython.locals(
    blank=sheet.Sheet,
    page=sheet.Sheet,
    trial=sheet.Sheet,
    pile=chance.Pile,
    points="long long",
    _="long long",
)
cpdef long long games(tables.Terms terms, int level, long long number, chance.Generator luck)
