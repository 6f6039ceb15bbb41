// A thread's counters, as an array of its own and not a column of a shared one: for a CPU a load then needs no test whether
// the thread runs, and the counters are never anyone else's (lavapipe 25: count takes 0.9 of the CPU time).
uint column[RADIX_SORT_DIGITS];

// Place of a digit's counter in column.
uint counter(uint digit)
{
    return digit;
}
