# The library that hosts link.
