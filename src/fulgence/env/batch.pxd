cimport cython
from fulgence.env.observer cimport Observer
from fulgence.rules cimport kinds
from fulgence.rules.generator cimport Generator
from fulgence.rules.sheet cimport Sheet
from fulgence.rules.solo_game cimport SoloGame

@cython.final
cdef class GameBatch:
    cdef readonly object city
    cdef readonly Py_ssize_t number, moves, size
    cdef readonly Observer observer
    cdef list games
    cdef bint masking, observing
    cdef int[::1] chosen
    cdef int[::1] gained
    cdef unsigned char[::1] ended
    cdef int[::1] reached
    cdef unsigned char[::1] marks
    cdef short[::1] marked
    cdef int[::1] counts
    cdef signed char[::1] rows
    cdef signed char[::1] last_rows
    cdef readonly object actions, rewards, dones, totals, masks, observations, finals
    @cython.locals(n=Py_ssize_t, game=SoloGame)
    cpdef reset(self, seeds=*)
    @cython.locals(n=Py_ssize_t)
    cdef take(self, object actions)
    @cython.locals(n=Py_ssize_t, numbers="const int[:]")
    cdef take_short(self, object actions)
    @cython.locals(n=Py_ssize_t, numbers="const long long[:]", action="long long")
    cdef take_long(self, object actions)
    @cython.locals(bad=Py_ssize_t, action=int)
    cdef check(self)
    @cython.locals(n=Py_ssize_t, action=int)
    cdef Py_ssize_t first_illegal(self) noexcept nogil
    @cython.locals(n=Py_ssize_t, game=SoloGame)
    cdef play(self)
    cdef void end(self, SoloGame game, Py_ssize_t n) noexcept nogil
    cdef void begin(self, SoloGame game, Py_ssize_t n) noexcept nogil
    cdef void write(self, SoloGame game, Py_ssize_t n) noexcept nogil
    @cython.locals(first=Py_ssize_t, i=int, count=int, move=int)
    cdef void mark(self, Sheet sheet, Py_ssize_t n) noexcept nogil
    cdef void observe(self, SoloGame game, signed char[::1] rows, Py_ssize_t n) noexcept nogil
    cdef void update_observation(self, SoloGame game, Py_ssize_t n) noexcept nogil
    @cython.locals(n=Py_ssize_t, game=SoloGame)
    cpdef object random_actions(self, Generator rng)
