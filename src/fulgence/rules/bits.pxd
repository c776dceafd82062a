ctypedef unsigned long long u64

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline Py_ssize_t fulgence_lowest(unsigned long long mask) {
        unsigned long position; _BitScanForward64(&position, mask); return (Py_ssize_t)position;
    }
    static __inline int fulgence_count(unsigned long long mask) { return (int)__popcnt64(mask); }
    #define FULGENCE_INLINE static __inline
    #else
    static inline Py_ssize_t fulgence_lowest(unsigned long long mask) { return __builtin_ctzll(mask); }
    static inline int fulgence_count(unsigned long long mask) { return __builtin_popcountll(mask); }
    #define FULGENCE_INLINE static inline
    #endif
    FULGENCE_INLINE unsigned long long fulgence_bit(Py_ssize_t position) { return 1ull << position; }
    """
    u64 bit "fulgence_bit"(Py_ssize_t position) noexcept nogil
    Py_ssize_t lowest "fulgence_lowest"(u64 mask) noexcept nogil
    int count "fulgence_count"(u64 mask) noexcept nogil
