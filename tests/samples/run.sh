#!/bin/bash
# The massa program as its users meet it: run.sh PROGRAM PART, a part being one of the functions named part_ below.
# Runs lavapipe 25; hashes are compared with lavapipe 22 and SwiftShader.
set -euo pipefail

program=$1
part=$2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
driver=$root/platform/linux/with-driver.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

say()
{
    echo "tests/samples/run.sh: $*" >&2
    failures=$((failures + 1))
}

# Every second one, from the first or from the second on: two parts take half the time each.
scenes() # 1 or 0
{
    "$program" list | grep -xE '[a-z0-9_]+' | awk -v odd="$1" 'NR % 2 == odd'
}

# Options that make a scene small enough for a test: short, and the same in every run of it.
small() # scene
{
    case $1 in
        first_light) echo --set particles=2000 ;;
        million) echo --set particles=3000 ;;
        snow_globe) echo --set flakes=1000 ;;
        broadphase_50k) echo --set spheres=1000 ;;
        funnel_detect) echo --set actors=50 ;;
        spheres) echo --set actors=100 ;;
        pile) echo --set cubes=100 ;;
        dominoes) echo --set dominoes=40 ;;
        large_pyramid) echo --set base=10 ;;
        joint_grid) echo --set side=12 ;;
        molecules) echo --set side=3 ;;
        many_pyramids) echo --set rows=2 --set base=5 ;;
        surface_gallery | meshlets | patch_points) echo --set level=2 ;;
        creases) echo --set level=4 ;;
        walker) echo --set walkers=2 --set level=2 ;;
        dam_break) echo --set layers=12 ;;
        tank_100k | liquid_n) echo --set particles=600 ;;
        fountain) echo --set spacing=0.1 --set jets=2 ;;
        two_phase | vessels) echo --set layers=10 ;;
        still_water) echo --set layers=12 --set side=12 ;;
        seiche) echo --set layers=10 ;;
        paddle) echo --set layers=5 ;;
    esac
}

# Scenes that begin at rest, and whose pictures may be the same for a while.
stands() # scene
{
    case $1 in large_pyramid | many_pyramids | jenga | still_water) ;; *) false ;; esac
}

# Runs the program, keeps what it says, and wants this exit code. usage: wants CODE [DRIVER ARGUMENTS --] ARGUMENTS...
wants()
{
    local code=0 wanted=$1
    shift
    "$@" > "$work/stdout" 2> "$work/stderr" || code=$?
    [[ $code == "$wanted" ]] || { say "exit code $code instead of $wanted: ${*: -6}"; cat "$work/stderr" >&2; }
}

prints() # file, extended regular expression
{
    grep -qE "$2" "$work/$1" || { say "$1 lacks '$2':"; cat "$work/$1" >&2; }
}

# A PNG of this size that is no single colour: that would shrink to a few hundred bytes.
is_picture() # file, width, height
{
    local head
    head=$(od -An -tx1 -N24 "$1" | tr -d ' \n')
    [[ $head == "89504e470d0a1a0a0000000d49484452$(printf '%08x%08x' "$2" "$3")" ]] || say "$1 is no PNG of $2 x $3"
    (($(stat -c %s "$1") > 8000)) || say "$1 is nearly empty"
}

part_commands()
{
    wants 0 "$program" help
    prints stdout 'massa bench FAMILY'
    prints stdout '^ +primitives '
    prints stdout '^ +particles '
    prints stdout '^ +rigid '
    wants 0 "$program" list
    prints stdout '^tumble$'
    for scene in "$root"/samples/scenes/*.c; do prints stdout "^$(basename "$scene" .c)\$"; done
    prints stdout '1 to 2000, whole'
    wants 0 "$driver" lavapipe25 "$program" info
    prints stdout '^massa [0-9]+\.[0-9]+\.[0-9]+$'
    prints stdout '  \* llvmpipe'
    prints stdout 'arithmetic: same bits as every device that passes'
    wants 0 "$driver" lavapipe25 "$program" info --json --device LLVMPIPE
    prints stdout '^\{"version": .*"chosen": true.*\}$'
    # proves: 003-45. Red when a run does not tell its steps, its seconds without and with drawing, or a stage's time.
    wants 0 "$driver" lavapipe25 "$program" run tumble --frames 12 --steps-per-frame 2 --no-images --json
    prints stdout '"frames": 12, "steps": 24, "seconds": [0-9.]*[1-9].*"name": "integrate", "milliseconds": [0-9.]*[1-9]'
    wants 0 "$driver" lavapipe25 "$program" run tumble --frames 2 --size 64x48 --out "$work/m"
    prints stdout '^tumble: 2 frames, 0\.03 s simulated, [0-9.]+ s on '
    prints stdout '^  integrate +[0-9]+\.[0-9]+ ms per step$'
    prints stderr 'step [0-9.]+ ms \(.*integrate [0-9.]+.*\)  draw [0-9]+ ms'
    # A check that cannot break proves nothing: air takes the energy away.
    wants 1 "$driver" lavapipe25 "$program" run tumble --frames 20 --no-images --set damping=1
    prints stdout 'BROKEN energy drift'
    wants 1 "$driver" lavapipe25 "$program" run tumble --frames 20 --no-images --set damping=1 --json
    prints stdout '^\{.*"name": "energy drift".*"ok": false.*\}$'
    # A grain in the heap touches more than two.
    wants 1 "$driver" lavapipe25 "$program" run first_light --set particles=500 --set neighbours=2 --frames 40 --no-images
    prints stdout 'BROKEN lists overflowed'
    collision
    surfaces
    video
}

# Red when output that could not be written leaves the exit code at 0, or nothing says why.
full_disk()
{
    local code words
    for words in 'list' 'list --json' 'help' 'run tumble --frames 1 --no-images --json' 'run tumble --frames 1 --no-images'; do
        code=0
        # shellcheck disable=SC2086 # words, not one
        "$driver" lavapipe25 "$program" $words > /dev/full 2> "$work/stderr" || code=$?
        [[ $code == 1 ]] || say "exit code $code instead of 1 on a full disk: $words"
        prints stderr '^massa: cannot write the output: No space left on device\.$'
    done
}

# Solid, wires, both: three pictures. What is drawn, and how finely, never reaches the state.
surfaces()
{
    local one fill
    for fill in 0 1 2; do
        wants 0 "$driver" lavapipe25 "$program" run tess_compare --set fill=$fill --set spin=0 --frames 1 --size 160x90 \
            --hash --out "$work/fill$fill"
        [[ $fill != 0 ]] || one=$(grep '^hash' "$work/stdout")
        prints stdout "^$one\$"
    done
    ! cmp -s "$work/fill0/frame_0001.png" "$work/fill1/frame_0001.png" || say "wires look solid"
    ! cmp -s "$work/fill1/frame_0001.png" "$work/fill2/frame_0001.png" || say "wires alone look as over what is solid"
    # A user's own cage.
    printf 'v 0 0 0\nv 4 0 0\nv 2 0 3\nv 2 5 1\nf 1 2 3\nf 2 1 4\nf 3 2 4\nf 1 3 4\n' > "$work/own.obj"
    wants 0 "$driver" lavapipe25 "$program" run meshlets --obj "$work/own.obj" --frames 1 --no-images
    prints stdout '^  ok +out of a box +0'
    printf 'v 0 0 0\nf 1 2 3\n' > "$work/bad.obj"
    wants 1 "$driver" lavapipe25 "$program" run meshlets --obj "$work/bad.obj" --frames 1 --no-images
    prints stderr 'Line 2 of the OBJ: a face names a point'
    wants 1 "$driver" lavapipe25 "$program" run meshlets --obj "$work/none.obj" --frames 1 --no-images
    prints stderr 'cannot be read'
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 0 -1\nf 1 2 3\nf 2 1 4\nf 1 2 5\n' > "$work/three.obj"
    wants 1 "$driver" lavapipe25 "$program" run meshlets --obj "$work/three.obj" --frames 1 --no-images
    prints stderr 'has more than two faces'
    # A device without a tessellator shows massa's mesh, and says so.
    wants 0 "$driver" swiftshader "$program" run tess_compare --frames 1 --size 64x48 --out "$work/none"
    prints stderr 'no tessellator'
}

# proves: 000-S08. Red when a way to find pairs misses one that each against each finds on the CPU, or finds another set
# than the others. Drawing changes no bit.
collision()
{
    local one way
    wants 0 "$driver" lavapipe25 "$program" run broadphase_50k --set spheres=3000 --frames 3 --no-images --hash
    for check in 'wrong pairs, first step' 'wrong pairs, last step' 'lists overflowed' 'spheres outside'; do
        prints stdout "^  ok +$check +0 "
    done
    one=$(grep -E '^hash|^  ok +pairs' "$work/stdout")
    for way in 2 3 4 5; do
        wants 0 "$driver" lavapipe25 "$program" run broadphase_50k --set spheres=3000 --frames 3 --no-images --hash \
            --set broad_phase=$way
        [[ $(grep -E '^hash|^  ok +pairs' "$work/stdout") == "$one" ]] || say "broad phase $way finds something else"
    done
    # Fat boxes have more pairs; the scene wants them to have those of the others at least.
    wants 0 "$driver" lavapipe25 "$program" run broadphase_50k --set spheres=3000 --frames 3 --no-images --set broad_phase=1
    wants 0 "$driver" lavapipe25 "$program" run funnel_detect --set actors=50 --frames 4 --no-images --hash
    one=$(grep '^hash' "$work/stdout")
    wants 0 "$driver" lavapipe25 "$program" run funnel_detect --set actors=50 --frames 4 --size 64x48 --hash \
        --debug bounds,pairs,points,normals --out "$work/lines"
    prints stdout "^$one\$"
    wants 0 "$driver" lavapipe25 "$program" run funnel_detect --set actors=50 --frames 4 --size 64x48 --hash \
        --debug none --out "$work/plain"
    prints stdout "^$one\$"
    ! cmp -s "$work/lines/frame_0004.png" "$work/plain/frame_0004.png" || say "--debug draws nothing"
    # --debug none also where nothing can be drawn.
    wants 0 "$driver" lavapipe25 "$program" run tumble --frames 1 --no-images --debug none
}

# With a stand-in for ffmpeg that writes down what it is asked to do.
video()
{
    mkdir "$work/bin"
    # shellcheck disable=SC2016 # for the stand-in to expand
    printf '#!/bin/bash\nprintf "%%s\\n" "$@" > "${@: -1}"\n' > "$work/bin/ffmpeg"
    chmod +x "$work/bin/ffmpeg"
    PATH=$work/bin:$PATH wants 0 "$driver" lavapipe25 "$program" run tumble --frames 2 --size 64x48 --video --out "$work/v"
    prints stdout "^$work/v/tumble.mp4$"
    grep -qx "$work/v/frame_%04d.png" "$work/v/tumble.mp4" || say "ffmpeg was asked for something else"
    rm "$work/bin/ffmpeg"
    if ! command -v ffmpeg > /dev/null; then
        wants 2 "$program" run tumble --video --out "$work/v"
        prints stderr 'ffmpeg'
    else
        echo 'skipped: ffmpeg is installed, so what is said without it is not seen'
    fi
}

# Scenes run to their end, where their checks are made: what is built is what the seed shows, and stays so.
part_ends()
{
    local actors=(50 200 500) sides=(4 6 10) n
    if [[ ${MASSA_FULL-} == 1 ]]; then # the seed's largest, too
        actors+=(4000 16000)
        sides+=(18)
    fi
    # proves: 000-S02. Red when a tower of thirty boxes, each dropped onto the one below, does not come to stand.
    to_the_end box_stack_30 'height of the highest' 'way to the side' tilt speed
    # proves: 000-S03. Red when the fall does not run through all 300 dominoes of the spiral, one after the other.
    to_the_end dominoes 'fell too early' 'fallen +300' 'speed of the fall'
    breaks fallen dominoes --set push=0
    # proves: 002-S01. Red when balls leave the cube, lie in each other, or the pushed one stays where it is.
    for n in "${actors[@]}"; do
        to_the_end spheres balls 'farthest out' 'height of the lowest' overlap 'the white one went' -- --set "actors=$n"
    done
    # proves: 002-S02. Red when fixed joints let neighbours part, so that the cube does not spin as one piece.
    for n in "${sides[@]}"; do
        to_the_end molecules 'neighbours, off' 'diagonal, off' 'corner, off' -- --set "side=$n"
    done
    # Surfaces, whose checks look at what the kernels made.
    to_the_end meshlets meshlets 'triangles of one' 'triangles left out +0' 'out of a box +0' 'out of the box above +0'
    to_the_end aabb_rotate 'out of the turned box' 'turned box over the tight one' 'the same, upright' -- --frames 240
    to_the_end tess_compare 'triangles, off +0'
    to_the_end creases 'corner of the round one' 'further than the one before' 'corner of the sharp one'
    to_the_end patch_points 'regular patches' 'Gregory patches' 'outside the cage'
    to_the_end surface_gallery patches triangles -- --frames 2
    to_the_end walker 'a standing foot slips' 'lowest of the surface' -- --frames 120
    # Liquids, coarse.
    to_the_end dam_break front 'energy of the start' -- --set layers=12
    to_the_end seiche 'half period' 'times level' -- --set layers=10
    to_the_end two_phase 'oil over water' -- --set layers=10
    to_the_end vessels levels -- --set layers=10
    to_the_end paddle 'particles in the paddle +0' "water's spin" -- --set layers=5
    to_the_end still_water depth 'packed too densely, most' 'mean speed' -- --set layers=12 --set side=12
    to_the_end fountain drained 'thrown higher' -- --set spacing=0.1 --set jets=2
    to_the_end kernel_plot integral derivative Laplacian
    breaks 'packed too densely, most' still_water --set layers=12 --set side=8 --set iterations=1 --set substeps=1 --frames 60
    # proves: 002-84. Red when a run does not tell the time of a stage of collision, solver or motion, of the whole
    # step, the steps per second, or how many times faster than plain C it was.
    wants 0 "$driver" lavapipe25 "$program" run spheres --set actors=300 --frames 60 --no-images --reference --json
    for stage in 'broad phase' 'contact solve' integrate; do
        prints stdout "\"name\": \"$stage\", \"milliseconds\": [0-9.e-]*[1-9]"
    done
    # proves: 002-04. Red when plain C, asked for with --reference, comes to other bits in any frame.
    prints stdout '"same as reference": true'
    prints stdout '"step milliseconds": [0-9.]*[1-9].*"steps per second": [0-9.]*[1-9].*"speed-up": [0-9.]*[1-9]'
    stages_add_up
}

# Scenes at the sizes that were published, from the first frame to the last.
part_published()
{
    local n
    if [[ ${MASSA_FULL-} != 1 ]]; then
        echo 'skipped: long runs are left to tests/run.sh --full'
        return
    fi
    # proves: 003-S05. Red when a drop that falls into a pool loses a particle, or gains energy, at one of these sizes.
    for n in 2048 4096 8192 16384 32768; do
        to_the_end liquid_n 'particles missing' 'particles outside' 'energy of the start' -- --set "particles=$n"
    done
    # proves: 000-S14. Red when a tank of a hundred thousand particles loses one, or gains energy.
    to_the_end tank_100k 'particles missing' 'particles outside' 'energy of the start' -- --set particles=100000
}

# The whole step is the sum of its stages, and a second has as many as fit.
stages_add_up()
{
    tr -d '{}[]' < "$work/stdout" | tr ',' '\n' | awk -F ': ' '
        / "milliseconds"/ { sum += $2 }
        /"step milliseconds"/ { step = $2 }
        /"steps per second"/ { rate = $2 }
        END { exit !(step > 0 && sum / step > 0.999 && sum / step < 1.001 && rate * step > 999 && rate * step < 1001) }' ||
        { say "stages, step and steps per second do not fit each other:"; cat "$work/stdout" >&2; }
}

# usage: to_the_end SCENE CHECK... [-- OPTION...]: each of the checks is made, and all are kept.
to_the_end()
{
    local scene=$1 check
    local -a checks=()
    shift
    while (($# > 0)) && [[ $1 != -- ]]; do checks+=("$1"); shift; done
    (($# == 0)) || shift
    wants 0 "$driver" lavapipe25 "$program" run "$scene" "$@" --no-images
    for check in "${checks[@]}"; do prints stdout "^  ok +$check"; done
}

# A check that cannot break proves nothing. usage: breaks CHECK SCENE [OPTION...]
breaks()
{
    local check=$1
    shift
    wants 1 "$driver" lavapipe25 "$program" run "$@" --no-images
    prints stdout "^  BROKEN +$check"
}

# Every scene under the validation layer; its pictures are pictures, and something moves in them.
part_scenes_odd() { draw_scenes 1; }
part_scenes_even() { draw_scenes 0; }

draw_scenes()
{
    local scene folder
    local -a size
    for scene in $(scenes "$1"); do
        folder=$work/deep/$scene
        read -ra size <<< "$(small "$scene")"
        wants 0 "$driver" lavapipe25 --validate debian "$program" run "$scene" "${size[@]}" --frames 3 \
            --steps-per-frame 4 --size 320x180 --out "$folder" --hash
        prints stdout '^hash [0-9a-f]{16}$'
        [[ ! -s $work/stderr ]] || ! grep -i validation "$work/stderr" || say "$scene: the validation layer complained"
        [[ $(tail -1 "$work/stdout") == "$folder/frame_0003.png" ]] || say "$scene: the last line names no picture"
        for frame in 1 2 3; do is_picture "$folder/frame_000$frame.png" 320 180; done
        stands "$scene" || ! cmp -s "$folder/frame_0001.png" "$folder/frame_0003.png" || say "$scene: nothing moves"
        # Fewer frames now: those of the longer run are gone.
        wants 0 "$driver" lavapipe25 "$program" run "$scene" "${size[@]}" --frames 1 --size 64x48 --out "$folder"
        [[ $(ls "$folder") == frame_0001.png ]] || say "$scene: frames of two runs are mixed"
    done
}

# Steps after which something has met: the grains of first_light have splashed, the snow of snow_globe is coming down.
enough() # scene
{
    case $1 in first_light | snow_globe | million) echo 150 ;; *) echo 90 ;; esac
}

part_hashes_odd() { hash_scenes 1; }
part_hashes_even() { hash_scenes 0; }

hash_scenes()
{
    local scene one two other steps
    local -a size
    for scene in $(scenes "$1"); do
        steps=$(enough "$scene")
        read -ra size <<< "$(small "$scene")"
        wants 0 "$driver" lavapipe25 "$program" run "$scene" "${size[@]}" --frames "$steps" --no-images --hash
        one=$(grep '^hash ' "$work/stdout")
        for other in lavapipe22 swiftshader; do
            wants 0 "$driver" "$other" "$program" run "$scene" "${size[@]}" --frames "$steps" --no-images --hash
            two=$(grep '^hash ' "$work/stdout")
            [[ -n $one && $one == "$two" ]] || say "$scene: lavapipe 25 has $one, $other $two"
        done
        wants 0 "$driver" lavapipe25 "$program" run "$scene" "${size[@]}" --frames $((steps / 3)) --steps-per-frame 3 \
            --no-images --hash
        prints stdout "^$one\$"
        wants 0 "$driver" lavapipe25 "$program" run "$scene" "${size[@]}" --frames 9 --no-images --hash
        ! grep -qx "$one" "$work/stdout" || say "$scene: the hash does not tell one state from another"
    done
}

misuse() # what the line must say, then the command line
{
    local text=$1
    shift
    wants 2 "$driver" lavapipe25 "$program" "$@"
    [[ ! -s $work/stdout ]] || say "misuse prints on stdout: $*"
    [[ $(wc -l < "$work/stderr") == 1 ]] || { say "misuse is not told in one line: $*"; cat "$work/stderr" >&2; }
    prints stderr "$text"
}

part_misuse()
{
    misuse 'list, info, run'
    misuse "did you mean 'run'" runn tumble
    misuse 'one of list, info' dance
    misuse "did you mean 'tumble'" run tumbel
    misuse 'massa list' run xyzzy
    misuse 'needs a scene' run
    misuse 'needs a scene' run --frames 3
    misuse "did you mean '--frames'" run tumble --frame 3
    misuse 'massa help' run tumble --zzzzzzzzzzz
    misuse 'one word too many' run tumble spheres
    misuse 'no use for --out' view tumble --out x
    misuse 'no use for --frames' list --frames 3
    misuse 'needs its N' run tumble --frames
    misuse 'takes no value' run tumble --hash=3
    for value in 0 -1 1.5 many 100000 1e99 nan inf '' 3x; do misuse 'whole number from 1 to' run tumble --frames "$value"; done
    misuse '1 to 4' run tumble --steps-per-frame 5
    for size in 0x0 320 320x 320x180x2 320X180 9000x10 -320x180 axb 15x400; do misuse '1280x720' run tumble --size "$size"; done
    for value in '' lines 'points,' none,points 'points normals' Points; do misuse 'bounds, pairs, points' run shape_zoo --debug "$value"; done
    misuse 'tumble has no lines to draw' run tumble --no-images --debug points
    misuse 'no use for --debug' list --debug points
    misuse 'NAME=VALUE' run tumble --set spin
    misuse 'NAME=VALUE' run tumble --set =3
    misuse "did you mean 'spin'" run tumble --set spni=3
    misuse 'number from 1 to 20' run tumble --set spin=21
    misuse 'number from 1 to 20' run tumble --set spin=nan
    misuse 'number from 1 to 20' run tumble --set spin=
    misuse 'whole number' run tumble --set bodies=10.5
    misuse 'here is: llvmpipe' run tumble --device GeForce --no-images
    misuse 'here is: llvmpipe' info --device GeForce
    misuse 'cannot write into' run tumble --out /dev/null/pictures
    misuse 'cannot write into' run tumble --out /proc/pictures
    touch "$work/file"
    misuse 'cannot write into' run tumble --out "$work/file"
    misuse 'no-images' run tumble --no-images --video
    misuse 'no-images' run tumble --no-images --out "$work/x"
    misuse 'needs a family before its options: primitives' bench
    misuse 'needs a family before its options: primitives' bench --json
    misuse 'one of: primitives, particles, collision, rigid' bench surfing
    misuse 'no parts to run alone' bench primitives --part pile
    misuse "did you mean 'pile'" bench rigid --part piles
    misuse "no part 'snow'" bench rigid --part snow
    misuse 'one word too many' bench primitives particles
    misuse 'no use for --frames' bench primitives --frames 3
    misuse 'here is: llvmpipe' bench primitives --device GeForce
    misuse "did you mean 'first_light'" run first_lihgt
    misuse 'whole number from 100 to 1000000' run first_light --set particles=99
    misuse 'whole number from 100 to 1000000' run first_light --set particles=2e6
    misuse 'tumble shows no model of yours' run tumble --obj x.obj --no-images
    misuse 'takes a file' run meshlets --obj '' --no-images
    misuse "did you mean 'flakes'" run snow_globe --set flake=5
    full_disk
}

# Ctrl-C while frames are being made: what is finished stays, whole, and the program says so.
part_interrupt()
{
    local signal code child frame
    local -A scene=([INT]='first_light --set particles=2000' [TERM]=box_fountain)
    local -a words
    for signal in INT TERM; do
        local folder=$work/$signal
        code=0
        read -ra words <<< "${scene[$signal]}"
        "$driver" lavapipe25 --validate debian "$program" run "${words[@]}" --frames 5000 --size 320x180 --out "$folder" \
            > "$work/stdout" 2> "$work/stderr" &
        child=$!
        for _ in $(seq 200); do
            [[ ! -e $folder/frame_0002.png ]] || break
            sleep 0.05
        done
        kill "-$signal" "$child"
        for _ in $(seq 200); do # a program that does not listen must not hold up the tests
            kill -0 "$child" 2> /dev/null || break
            sleep 0.05
        done
        kill -KILL "$child" 2> /dev/null || true
        wait "$child" || code=$?
        [[ $code == 0 ]] || say "after SIG$signal the exit code is $code"
        prints stdout 'interrupted: [0-9]+ of 5000 frames were finished and are kept'
        [[ -z $(find "$folder" -name '*.part') ]] || say "a picture was cut short"
        [[ $(find "$folder" -name 'frame_*.png' | wc -l) == $(sed -nE 's/^interrupted: ([0-9]+) .*/\1/p' "$work/stdout") ]] ||
            say "not as many frames as the program says"
        for frame in "$folder"/frame_*.png; do is_picture "$frame" 320 180; done
    done
}

"part_$part"
((failures == 0)) || exit 1
echo "samples: ok, $part"
