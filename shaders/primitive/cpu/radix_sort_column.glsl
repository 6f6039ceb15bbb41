// A thread's counters, in an array of its own instead of a column of a shared one. On a CPU a load then needs no test
// whether the thread runs (lavapipe 25: count takes 0.9 of the CPU time).
uint column[RADIX_SORT_DIGITS];

// Place of a digit's counter in column.
uint counter(uint digit)
{
    return digit;
}
