#!/bin/bash
# Prepares a Linux machine for massa.
#
#   platform/linux/setup.sh --run     what building and running need
#   platform/linux/setup.sh [--test]  the rest too: what tests/run.sh needs
#
# Debian 12 (amd64) is set up without questions; any other Linux is only told
# what to install. What Debian 12 does not carry goes to .cache/ in the
# project, never into the system. A second run finds everything and ends.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cache=$root/.cache
work=$cache/tmp # half-made things live here only, so an interrupted run leaves nothing that looks done
log=$cache/setup.log

# Packages by purpose: level | purpose | Debian packages | how to find it on any Linux (see found()).
readonly PACKAGES='
run  | C and C++ compilers             | gcc g++ libc6-dev           | command gcc g++
run  | build tools                     | cmake ninja-build pkg-config | command cmake ninja pkg-config
run  | Vulkan headers and loader       | libvulkan-dev               | header vulkan/vulkan.h
run  | volk, the Vulkan function table | libvulkan-volk-dev          | header volk.h
run  | GLSL compiler                   | glslang-tools               | command glslangValidator
run  | SPIR-V checker                  | spirv-tools                 | command spirv-val
run  | vector maths of the samples     | libcglm-dev                 | header cglm/cglm.h
run  | windows of the samples          | libglfw3-dev                | header GLFW/glfw3.h
run  | pictures of the samples         | libstb-dev                  | header stb/stb_image_write.h
run  | a Vulkan driver                 | mesa-vulkan-drivers         | vulkan icd.d/*.json
test | Khronos validation layer        | vulkan-validationlayers     | vulkan explicit_layer.d/VkLayer_khronos_validation.json
test | vulkaninfo                      | vulkan-tools                | command vulkaninfo
test | compile check for Android       | clang lld                   | command clang ld.lld
test | unpacking munit                 | patch xz-utils              | command patch xz
'

# What Debian 12 lacks: level | folder in .cache | a file it must hold | version of the recipe | what it is.
# get_NAME below makes the folder; raise the version when its recipe changes.
readonly COMPONENTS='
run  | include             | vk_mem_alloc.h                      | 3.2.1+dfsg-1         | Vulkan Memory Allocator (header)
run  | drivers/lavapipe25  | libvulkan_lvp.so                    | 25.0.7-2~bpo12+1     | lavapipe of Mesa 25
test | drivers/lavapipe22  | icd.json                            | 1                    | lavapipe of Mesa 22 (the installed one)
test | drivers/swiftshader | libvk_swiftshader.so                | 153.0.0              | SwiftShader
test | layers              | libVkLayer_khronos_validation.so    | 1                    | newer Khronos validation layer
test | munit               | munit.c                             | 0.4.1                | munit
test | android             | musl/stdio.h                        | 1                    | headers of the Android compile check
'

main()
{
    local level=test
    case ${1---test} in
        --run)  level=run ;;
        --test) ;;
        *)      usage >&2; exit 2 ;;
    esac
    [[ $# -le 1 ]] || { usage >&2; exit 2; }

    if ! is_debian_12; then
        explain_other_linux "$level"
        return
    fi
    trap finish EXIT
    lock_cache
    install_packages "$level"
    make_components "$level"
    say "ready ($level)"
}

usage() { sed -n '4,5s/^# *//p' "${BASH_SOURCE[0]}"; }
say()   { echo "setup: $*"; }

# doing and advice are the one sentence a failure prints; each step sets them before it starts.
doing='start' advice='run it again'
step() { doing=$1 advice=$2; }

finish()
{
    local status=$?
    trap - EXIT
    rm -rf "$work"
    if [[ $status -ne 0 ]]; then
        if [[ -s $log ]]; then
            say "last lines of .cache/setup.log:" >&2
            tail -n 15 "$log" >&2
        fi
        say "could not $doing: $advice." >&2
    fi
    exit "$status"
}

is_debian_12()
{
    [[ -r /etc/os-release ]] && command -v apt-get dpkg >/dev/null &&
        (. /etc/os-release && [[ ${ID-} == debian && ${VERSION_ID-} == 12 ]]) &&
        [[ $(dpkg --print-architecture) == amd64 ]]
}

# Two runs at once (a test and a sample, say) take turns.
lock_cache()
{
    step "write to $cache" "make the folder writable for this user"
    mkdir -p "$cache"
    exec 9> "$cache/setup.lock"
    flock -n 9 || { say "waiting for another set-up to end"; flock 9; }
    rm -rf "$work"
    : > "$log"
}

# rows TABLE LEVEL: the table's rows for a level, fields trimmed, separated by one |.
rows()
{
    local row
    while IFS= read -r row; do
        [[ -n $row ]] || continue
        [[ $2 == test || $row == run* ]] || continue
        while [[ $row == *' |'* ]]; do row=${row// |/|}; done
        while [[ $row == *'| '* ]]; do row=${row//| /|}; done
        echo "$row"
    done <<< "$1"
}

# Downloads fail now and then: three tries, the output kept for the log.
retry()
{
    local try
    for try in 1 2 3; do
        "$@" >> "$log" 2>&1 < /dev/null && return
        [[ $try == 3 ]] || { say "try $try of 3 failed, again in $((try * 3)) s"; sleep $((try * 3)); }
    done
    return 1
}

### Packages of Debian 12

install_packages()
{
    local missing
    mapfile -t missing < <(missing_packages "$1")
    [[ ${#missing[@]} -gt 0 ]] || return 0

    say "installing ${missing[*]} (minutes on a bare machine)"
    update_lists
    step "install packages" "see the lines above, then run it again or run: apt-get install ${missing[*]}"
    retry as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-confold "${missing[@]}"
}

missing_packages()
{
    local wanted state name
    local -A installed=()
    mapfile -t wanted < <(rows "$PACKAGES" "$1" | cut -d'|' -f3 | tr ' ' '\n')
    # npm is needed to fetch SwiftShader only; some machines have one that is not Debian's.
    if [[ $1 == test ]] && ! is_made drivers/swiftshader && ! command -v npm node > /dev/null; then
        wanted+=(npm)
    fi
    while read -r state name; do
        [[ $state == ii || $state == hi ]] && installed[$name]=1
    done < <(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "${wanted[@]}" 2> /dev/null)
    for name in "${wanted[@]}"; do
        [[ -n ${installed[$name]-} ]] || echo "$name"
    done
}

as_root()
{
    if [[ $EUID == 0 ]]; then "$@"
    elif ! command -v sudo > /dev/null; then echo 'not root, and there is no sudo'; return 1
    elif [[ -t 2 ]]; then sudo "$@"
    else sudo -n "$@" # nobody there to type a password
    fi
}

# Once per run. A source of somebody else's that fails must not stop us: what we need may be there.
lists_are_new=
update_lists()
{
    [[ -z $lists_are_new ]] || return 0
    if [[ $EUID != 0 ]] && ! command -v sudo > /dev/null; then
        step "get packages" "this user is not root and there is no sudo: run it once as root"
        return 1
    fi
    say "updating the package lists"
    as_root apt-get update -q -o DPkg::Lock::Timeout=600 >> "$log" 2>&1 < /dev/null ||
        say "the package lists could not all be updated, going on with what is there"
    lists_are_new=1
}

### Components in the cache

make_components()
{
    local folder version what out
    while IFS='|' read -r _ folder _ version what; do
        is_made "$folder" && continue
        say "fetching $what"
        step "prepare .cache/$folder ($what)" "check the network and run it again"
        out=$work/out
        rm -rf "$work"
        mkdir -p "$out" "$work/get" "$cache/$(dirname "$folder")"
        cd "$work/get"
        "get_$(basename "$folder")" "$out" "$version" < /dev/null
        cd "$root"
        echo "$version" > "$out/.version"
        rm -rf "${cache:?}/$folder"
        mv -T "$out" "$cache/$folder"
    done < <(rows "$COMPONENTS" "$level")
    rm -rf "$work"
}

is_made()
{
    local folder file version
    while IFS='|' read -r _ folder file version _; do
        [[ $folder == "$1" ]] || continue
        [[ -e $cache/$folder/$file && -r $cache/$folder/.version && $(< "$cache/$folder/.version") == "$version" ]]
        return
    done < <(rows "$COMPONENTS" test)
    return 1
}

# get_NAME OUT VERSION: each runs in an empty folder and leaves in OUT what is kept.

get_include()
{
    from_debian 'deb [arch=amd64] trixie' download "libvulkan-memory-allocator-dev=$2"
    check 75a48c6bfd4779b606576be9f7bb3a8ad4def7642d52db76886c0e6ea3dc9341 ./*.deb
    unpack ./*.deb ./usr/include/vk_mem_alloc.h "$1"
}

# The backports build runs on Debian 12's own LLVM, libdrm and X libraries, which mesa-vulkan-drivers brings.
get_lavapipe25()
{
    from_debian 'deb [arch=amd64] bookworm-backports' download "mesa-vulkan-drivers=$2"
    check 3899f1800424c60a05df5d6913076a526ca8fdbabec43672cd397563d1ca3263 ./*.deb
    unpack ./*.deb ./usr/lib/x86_64-linux-gnu/libvulkan_lvp.so "$1"
    write_icd "$1" ./libvulkan_lvp.so 1.4.305
}

get_lavapipe22()
{
    local version
    version=$(dpkg-query -W -f '${Version}' mesa-vulkan-drivers)
    if [[ $version != 22.* ]]; then
        echo "mesa-vulkan-drivers is $version, the tests need Debian 12's own 22.3" >> "$log"
        return 1
    fi
    write_icd "$1" "$(dpkg -L mesa-vulkan-drivers | grep '/libvulkan_lvp\.so$')" 1.3.230
}

# chromium's SwiftShader changes every few weeks; this one never does.
get_swiftshader()
{
    retry npm pack --loglevel=error --cache ./npm "@sparticuz/chromium@$2"
    check 20e5656fcdcf4118ede85edfb9d6bb9cc1bbb7ffb8b75622fffbcf36a835c3c0 ./*.tgz
    tar -xzOf ./*.tgz package/bin/swiftshader.tar.br |
        node -e 'process.stdin.pipe(require("zlib").createBrotliDecompress()).pipe(process.stdout)' |
        tar -x -C "$1" libvk_swiftshader.so
    write_icd "$1" ./libvk_swiftshader.so 1.3.0
}

# chromium carries a validation layer years newer than Debian's, built for Debian 12. Its version keeps
# changing, so any will do: the newest is taken. It comes without a manifest; Debian's fits.
get_layers()
{
    update_lists
    retry apt-get download -q -o APT::Sandbox::User=root chromium-common
    unpack ./*.deb ./usr/lib/chromium/libVkLayer_khronos_validation.so "$1"
    sed 's#"library_path".*#"library_path": "./libVkLayer_khronos_validation.so",#' \
        /usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json > "$1/VkLayer_khronos_validation.json"
}

# No Debian package holds munit, but a patch in the sources of nghttp2 adds it, unchanged.
get_munit()
{
    from_debian 'deb-src trixie' source --download-only nghttp2/trixie
    tar -xJf ./*.debian.tar.xz debian/patches/0002-add-munit-explicitly.patch
    patch -s -p1 < debian/patches/0002-add-munit-explicitly.patch >> "$log"
    check 50d254efc8e3eaabcbf0f20b34589ed29f8ece6813e1f70b5a99f851d72f8c25 tests/munit/munit.c
    cp tests/munit/munit.[ch] "$1"
}

# Debian has no bionic headers: musl's for arm64 stand in for the C library, android/*.h are the real ones,
# and links let through those headers of the system that are the same for every target.
get_android()
{
    local header
    from_debian 'deb [arch=arm64] bookworm' download musl-dev:arm64
    unpack ./*.deb ./usr/include/aarch64-linux-musl "$1"
    mv "$1/aarch64-linux-musl" "$1/musl"
    rm ./*.deb

    update_lists
    retry apt-get download -q -o APT::Sandbox::User=root android-liblog-dev android-platform-frameworks-native-headers
    mkdir deb
    for header in ./*.deb; do dpkg -x "$header" deb; done
    mkdir "$1/ndk" "$1/system"
    cp -rL deb/usr/include/android/android "$1/ndk/"
    for header in vulkan vk_video volk.h volk.c cglm; do ln -s "/usr/include/$header" "$1/system/"; done
}

# from_debian 'TYPE [OPTIONS] SUITE' APT-GET-ARGUMENTS...: apt-get with a list of its own, in a folder of its own:
# the system's sources, lists and package state are neither changed nor used. Signatures are checked as always.
from_debian()
{
    local apt=$work/apt type options suite uri
    uri=$(mirror)
    read -r type options suite <<< "$1"
    [[ -n $suite ]] || { suite=$options; options='[]'; }
    options=${options%]}
    shift
    rm -rf "$apt"
    mkdir -p "$apt"/{lists,archives}/partial
    : > "$apt/status"
    echo "$type $options signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri $suite main" > "$apt/sources.list"
    cat > "$apt/apt.conf" << CONF
Dir::Etc::main "/dev/null"; Dir::Etc::parts "/dev/null";
Dir::Etc::sourcelist "$apt/sources.list"; Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null"; Dir::Etc::preferencesparts "/dev/null";
Dir::State "$apt"; Dir::State::status "$apt/status"; Dir::Cache "$apt";
APT::Architectures { "amd64"; "arm64"; };
APT::Sandbox::User "root"; APT::Update::Error-Mode "any"; Acquire::Languages "none";
$(apt-config dump | grep -E '^Acquire::(https?|ftp)::')
CONF
    retry env APT_CONFIG="$apt/apt.conf" apt-get update -q
    retry env APT_CONFIG="$apt/apt.conf" apt-get -q "$@"
}

# The mirror this machine takes Debian 12 from.
mirror()
{
    local uri
    uri=$(apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' 'Component: main' |
        awk '$1 ~ /^(bookworm|stable|oldstable)$/ { print $2; exit }')
    [[ -n $uri ]] || { echo 'no source of Debian 12 (bookworm main) in /etc/apt' >> "$log"; return 1; }
    echo "$uri"
}

check() { echo "$1  $2" | sha256sum --check --quiet >> "$log" 2>&1; }

# unpack DEB PATH OUT: one file or folder of a package, without the folders above it.
unpack()
{
    local above=${2%/*} slashes
    slashes=${above//[!\/]/}
    dpkg --fsys-tarfile "$1" | tar -x -C "$3" --strip-components=$((${#slashes} + 1)) "$2"
}

# write_icd OUT LIBRARY API-VERSION: a ./library is relative to the file, so the project may move.
write_icd()
{
    printf '{ "file_format_version": "1.0.0", "ICD": { "library_path": "%s", "api_version": "%s" } }\n' \
        "$2" "$3" > "$1/icd.json"
}

### Any other Linux

# Prints the whole list with what is missing, and fails if anything is.
explain_other_linux()
{
    local status=0 purpose packages probe folder file what
    say "this is not Debian 12 (amd64): nothing is installed, here is what massa needs (names are Debian's)"
    while IFS='|' read -r _ purpose packages probe; do
        # shellcheck disable=SC2086 # a probe is words
        if found $probe; then printf '  found    '; else printf '  MISSING  '; status=1; fi
        printf '%-33s %-29s (%s)\n' "$purpose" "$packages" "$probe"
    done < <(rows "$PACKAGES" "$1" | grep -v 'unpacking munit')
    while IFS='|' read -r _ folder file _ what; do
        case $folder in
            include|munit) printf '  later    %-33s CMake fetches it from upstream\n' "$what"; continue ;;
            drivers/lavapipe25) [[ $1 == test ]] || continue ;; # any driver runs massa
        esac
        if [[ -e $cache/$folder/$file ]]; then printf '  found    '; else printf '  MISSING  '; status=1; fi
        printf '%-33s .cache/%s/%s\n' "$what" "$folder" "$file"
    done < <(rows "$COMPONENTS" "$1")
    if [[ $status -ne 0 ]]; then
        say "install what is marked MISSING with your package manager and run it again." >&2
        [[ $1 == run ]] || say "what is missing in .cache is built for Debian 12: run the tests there, or use a build of your own with an icd.json beside it." >&2
    fi
    return "$status"
}

found()
{
    local kind=$1 name place
    shift
    case $kind in
        command) for name; do command -v "$name" > /dev/null || return 1; done ;;
        header)  echo "#include <$1>" | cc -E -o /dev/null - 2> /dev/null ;;
        vulkan)  for place in /usr/share /usr/local/share /etc "${VULKAN_SDK-/usr}/share"; do
                     compgen -G "$place/vulkan/$1" > /dev/null && return
                 done
                 return 1 ;;
    esac
}

main "$@"
