#!/bin/bash
# A new family touches its own files, one row of families.def and one line of step.c: the toy does, and nothing of the
# project knows it. toy.sh BUILD
set -eu
. "$(dirname "$0")/common.sh"

changed=$(diff -r -U0 module "$1/tests/toy/module" | grep -vE '^(Only in|diff|---|\+\+\+|@@)' || true)
expected=$'+FAMILY(toy)\n+    mas_toy_end(&step);'
if [[ $changed != "$expected" ]]; then
  echo "The toy's module differs from module/ by more, or by less, than a row and a line:"
  echo "$changed"
  exit 1
fi
if grep -rnE 'toy_|_toy|FAMILY\(toy' module compute shaders platform samples --include='*.[ch]' --include='*.def' \
    --include='*.comp' --include='*.glsl'; then
  echo "The project's own files know the toy."
  exit 1
fi
echo "The toy family is its own files, one row and one line."
