#!/bin/bash
# massa view in a virtual display, driven by real key and mouse events under the validation layer: view.sh PROGRAM
# The window's title tells the simulated time, the program's last line where the eye was.
set -euo pipefail

program=$1
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
if [[ ${2-} != inside ]]; then exec xvfb-run -a -s '-screen 0 800x600x24 -noreset' bash "$0" "$program" inside; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

say()
{
    echo "tests/samples/view.sh: $*" >&2
    failures=$((failures + 1))
}

title()
{
    xdotool getwindowname "$window"
}

readonly looks=600 # at the title, a tenth of a second apart: what waits, waits for a state and not for a time

# Waits until the title matches the extended regular expression.
shows()
{
    for _ in $(seq $looks); do
        [[ ! $(title) =~ $1 ]] || return 0
        sleep 0.1
    done
    say "the title never shows '$1': $(title)"
}

time_shown() # s
{
    [[ $(title) =~ \ ([0-9]+\.[0-9]+)\ s ]] && echo "${BASH_REMATCH[1]}"
}

# Waits until the simulated time is another.
leaves() # s
{
    for _ in $(seq $looks); do
        [[ $(time_shown) == "$1" ]] || return 0
        sleep 0.1
    done
    say "the time stays at $1 s: $(title)"
}

# Waits until frames were drawn with all that was sent before: those under way and the one in whose title a time first
# shows may be older, the next is not.
draws_on()
{
    for _ in 1 2; do leaves "$(time_shown)"; done
}

start() # scene, options
{
    "$root/platform/linux/with-driver.sh" lavapipe25 --validate debian "$program" view "$@" --size 320x180 \
        > "$work/stdout" 2> "$work/stderr" &
    child=$!
    window=
    for _ in $(seq $looks); do
        window=$(xdotool search --name "^massa: $1" 2> /dev/null | head -1) || true
        [[ -z $window ]] || break
        sleep 0.1
    done
    [[ -n $window ]] || { say "no window of $1"; cat "$work/stderr" >&2; exit 1; }
    xdotool windowfocus --sync "$window"
}

finish()
{
    local code=0
    wait "$child" || code=$?
    [[ $code == 0 && ! -s $work/stderr ]] || { say "exit code $code"; cat "$work/stderr" >&2; }
}

# Every key and gesture in one scene.
use() # scene, options
{
    start "$@"
    shows '0\.[1-9][0-9] s .*integrate [0-9.]+' # it runs, and says what the stages cost
    xdotool key space
    shows '  paused' # not before all that was under way has arrived, which would never be if it went on
    before=$(time_shown)
    xdotool key n
    leaves "$before"
    shows '  paused'
    [[ $(awk -v a="$before" -v b="$(time_shown)" 'BEGIN { d = b - a; print (d > 0.005 && d < 0.028) }') == 1 ]] ||
        say "it goes on while paused, or one step is not one step: from $before to $(time_shown) s"
    xdotool key r
    shows '0\.00 s  paused'
    xdotool key space
    shows '0\.[1-9][0-9] s  step'
    xdotool windowsize --sync "$window" 400 240
    draws_on
    xdotool mousemove --window "$window" 100 80 mousedown 1
    xdotool mousemove --window "$window" 180 100
    xdotool mouseup 1 click 4 click 4
    draws_on
    xdotool key Escape
    finish
    turned=$(sed -n 's/.*last seen from //p' "$work/stdout")

    start "$@"
    shows '0\.[0-9][0-9] s .*integrate'
    xdotool key Escape
    finish
    untouched=$(sed -n 's/.*last seen from //p' "$work/stdout")
    [[ -n $turned && -n $untouched && $turned != "$untouched" ]] || say "the eye did not move: $turned, untouched $untouched"
    # Level distances from the middle; both stay above the ground.
    closer=$(awk '{ print ($1 * $1 + $3 * $3 < $4 * $4 + $6 * $6) }' <<< "$turned $untouched")
    [[ $closer == 1 ]] || say "scrolling does not come closer: $turned, untouched $untouched"
    echo "view: $1, from $untouched to $turned"
}

# Red when D does not change what the steps draw, or a new start forgets it.
lines()
{
    start shape_zoo
    shows 's  debug points,normals  step'
    xdotool key d
    shows 's  debug bounds,points,normals  step'
    xdotool key d
    shows 's  debug bounds,pairs,points,normals  step'
    xdotool key space
    shows '  paused'
    xdotool key r
    shows '0\.00 s  paused  debug bounds,pairs,points,normals  step'
    xdotool key space
    xdotool key d
    shows 's  step'
    xdotool key d
    shows 's  debug points,normals  step'
    xdotool key Escape
    finish
    echo "view: shape_zoo, lines"
}

# Red when a held key does not push, or goes on after it was let go.
push()
{
    start molecules --set side=3
    shows '0\.[1-9][0-9] s  step'
    xdotool keydown Right
    shows 's  pushes  step'
    xdotool keyup Right
    shows '[0-9] s  step'
    xdotool key Escape
    finish
    echo "view: molecules, pushed"
}

use box_fountain
use first_light --set particles=1000
lines
push

((failures == 0)) || exit 1
echo "view: ok"
