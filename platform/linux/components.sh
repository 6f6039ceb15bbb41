# What Debian 12 lacks, and how each piece gets into .cache/: read by setup.sh, whose functions it uses.
# shellcheck shell=bash disable=SC2154,SC2164 # cache, work, log, root and set -e are setup.sh's

# level | folder in .cache | a file it must hold | version of the recipe | what it is
# get_NAME makes the folder; raise the version when its recipe changes, and every machine follows.
readonly COMPONENTS='
run  | include             | vk_mem_alloc.h                   | 3.2.1+dfsg-1     | Vulkan Memory Allocator
run  | drivers/lavapipe25  | libvulkan_lvp.so                 | 25.0.7-2~bpo12+1 | lavapipe of Mesa 25
test | drivers/lavapipe22  | icd.json                         | 1                | lavapipe of Mesa 22
test | drivers/swiftshader | libvk_swiftshader.so             | 153.0.0          | SwiftShader
test | layers              | libVkLayer_khronos_validation.so | 1                | newer Khronos validation layer
test | munit               | munit.c                          | 0.4.1            | munit
test | android             | musl/stdio.h                     | 1                | headers of the compile check for Android
'

# A folder is made beside its place and moved in when it is whole, its version inside: it is there and right, or
# it is made again.
make_components()
{
    local folder file version what out=$work/out
    while IFS='|' read -r folder file version what; do
        ! is_made "$folder" "$file" "$version" || continue
        say "fetching $what"
        step "prepare .cache/$folder ($what)" "check the network and run it again; if the lines above say that \
a version is not found, get_${folder##*/} in platform/linux/components.sh needs a newer one"
        rm -rf "$work"
        mkdir -p "$out" "$work/get" "$cache/$(dirname "$folder")"
        cd "$work/get"
        "get_${folder##*/}" "$out" "$version" < /dev/null
        cd "$root"
        echo "$version" > "$out/.version"
        rm -rf "${cache:?}/$folder"
        mv -T "$out" "$cache/$folder"
    done < <(rows "$COMPONENTS" "$1")
}

is_made()
{
    [[ -e $cache/$1/$2 && -r $cache/$1/.version && $(< "$cache/$1/.version") == "$3" ]]
}

all_made()
{
    local folder file version
    while IFS='|' read -r folder file version _; do
        is_made "$folder" "$file" "$version" || return 1
    done < <(rows "$COMPONENTS" "$1")
}

# For a Linux that is not ours: says what is there, and fails if anything that the tests need is not.
explain_components()
{
    local folder file what mark status=0
    while IFS='|' read -r folder file _ what; do
        if [[ -e $cache/$folder/$file ]]; then mark=found
        elif [[ $folder == include || $folder == munit ]]; then mark=later what+=' (CMake fetches it from upstream)'
        elif [[ $1 == run ]]; then continue # any Vulkan driver will do
        else mark=MISSING status=1
        fi
        printf '  %-7s  %-62s .cache/%s/%s\n' "$mark" "$what" "$folder" "$file"
    done < <(rows "$COMPONENTS" "$1")
    [[ $status == 0 ]] || say "what is MISSING in .cache is made for Debian 12 (amd64): copy it from such a machine." >&2
    return "$status"
}

# get_NAME OUT VERSION: each starts in an empty folder and leaves in OUT what is kept.

get_include()
{
    from_debian 'deb [arch=amd64' trixie download "libvulkan-memory-allocator-dev=$2"
    check 75a48c6bfd4779b606576be9f7bb3a8ad4def7642d52db76886c0e6ea3dc9341 ./*.deb
    unpack ./*.deb ./usr/include/vk_mem_alloc.h "$1"
}

# The backports build runs on Debian 12's own LLVM, libdrm and X libraries, which mesa-vulkan-drivers brings.
get_lavapipe25()
{
    from_debian 'deb [arch=amd64' bookworm-backports download "mesa-vulkan-drivers=$2"
    check 3899f1800424c60a05df5d6913076a526ca8fdbabec43672cd397563d1ca3263 ./*.deb
    unpack ./*.deb ./usr/lib/x86_64-linux-gnu/libvulkan_lvp.so "$1"
    write_icd "$1" ./libvulkan_lvp.so 1.4.305
}

# The installed one: nothing to fetch, but it must be Debian 12's.
get_lavapipe22()
{
    local version
    version=$(dpkg-query -W -f '${Version}' mesa-vulkan-drivers)
    if [[ $version != 22.* ]]; then
        step "use the installed lavapipe" "the tests need Debian 12's own mesa-vulkan-drivers 22.3, not $version"
        return 1
    fi
    write_icd "$1" "$(dpkg -L mesa-vulkan-drivers | grep '/libvulkan_lvp\.so$')" 1.3.230
}

# The SwiftShader in Debian's chromium changes every few weeks; this one never does.
get_swiftshader()
{
    retry npm pack --loglevel=error --cache ./npm "@sparticuz/chromium@$2"
    check 20e5656fcdcf4118ede85edfb9d6bb9cc1bbb7ffb8b75622fffbcf36a835c3c0 ./*.tgz
    tar -xzOf ./*.tgz package/bin/swiftshader.tar.br |
        node -e 'process.stdin.pipe(require("zlib").createBrotliDecompress()).pipe(process.stdout)' |
        tar -x -C "$1" libvk_swiftshader.so
    write_icd "$1" ./libvk_swiftshader.so 1.3.0
}

# chromium carries a validation layer years newer than Debian's, built for Debian 12. Old versions vanish from the
# archive, so the current one is taken. It comes without a manifest; that of Debian's layer fits.
get_layers()
{
    local manifest=VkLayer_khronos_validation.json
    update_lists
    retry apt-get download -q -o APT::Sandbox::User=root chromium-common
    unpack ./*.deb ./usr/lib/chromium/libVkLayer_khronos_validation.so "$1"
    sed 's#"library_path".*#"library_path": "./libVkLayer_khronos_validation.so",#' \
        "/usr/share/vulkan/explicit_layer.d/$manifest" > "$1/$manifest"
}

# No Debian package holds munit, but a patch in the sources of nghttp2 adds it, unchanged.
get_munit()
{
    local patch=debian/patches/0002-add-munit-explicitly.patch
    from_debian 'deb-src [' trixie source --download-only nghttp2/trixie
    tar -xJf ./*.debian.tar.xz "$patch"
    patch -s -p1 < "$patch" >> "$log"
    check 50d254efc8e3eaabcbf0f20b34589ed29f8ece6813e1f70b5a99f851d72f8c25 tests/munit/munit.c
    cp tests/munit/munit.[ch] "$1"
}

# Debian has no bionic headers: musl's for arm64 stand in for the C library. ndk/android/*.h are the real ones.
# system/ lets through those headers of this machine that are the same for every target.
get_android()
{
    local deb header
    from_debian 'deb [arch=arm64' bookworm download musl-dev:arm64
    unpack ./*.deb ./usr/include/aarch64-linux-musl "$1"
    mv "$1/aarch64-linux-musl" "$1/musl"
    rm ./*.deb

    update_lists
    retry apt-get download -q -o APT::Sandbox::User=root android-liblog-dev android-platform-frameworks-native-headers
    for deb in ./*.deb; do dpkg -x "$deb" unpacked; done
    mkdir "$1/ndk" "$1/system"
    cp -rL unpacked/usr/include/android/android "$1/ndk/"
    for header in vulkan vk_video volk.h volk.c cglm; do ln -s "/usr/include/$header" "$1/system/"; done
}

# from_debian 'TYPE [OPTIONS' SUITE APT-GET-ARGUMENTS...: apt-get with one source and a state of its own, so that
# the system's sources, lists and packages are neither read nor changed. Of its settings the proxy is taken over.
# Signatures are checked as ever.
from_debian()
{
    local apt=$work/apt uri
    uri=$(mirror)
    if [[ -z $uri ]]; then
        step "find a Debian mirror" "add a source of bookworm main to /etc/apt"
        return 1
    fi
    mkdir -p "$apt"/{lists,archives}/partial
    : > "$apt/status"
    echo "$1 signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri $2 main" > "$apt/sources.list"
    cat > "$apt/apt.conf" << CONF
Dir::Etc::main "/dev/null"; Dir::Etc::parts "/dev/null";
Dir::Etc::sourcelist "$apt/sources.list"; Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null"; Dir::Etc::preferencesparts "/dev/null";
Dir::State "$apt"; Dir::State::status "$apt/status"; Dir::Cache "$apt";
APT::Architectures { "amd64"; "arm64"; };
APT::Sandbox::User "root"; APT::Update::Error-Mode "any"; Acquire::Languages "none";
$(apt-config dump | grep -E '^Acquire::https?::' || true)
CONF
    retry env APT_CONFIG="$apt/apt.conf" apt-get update -q
    retry env APT_CONFIG="$apt/apt.conf" apt-get -q "${@:3}"
}

# The address this machine takes Debian 12 from, in whichever file and format it stands.
mirror()
{
    # shellcheck disable=SC2016 # apt's own variables
    apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' 'Component: main' |
        awk '$1 ~ /^(bookworm|stable|oldstable)$/ && !uri { uri = $2 } END { print uri }'
}

check() { echo "$1  $2" | sha256sum --check --quiet >> "$log" 2>&1; }

# unpack DEB PATH OUT: one file or folder of a package, without the folders above it.
unpack()
{
    local slashes=${2//[!\/]/}
    dpkg --fsys-tarfile "$1" | tar -x -C "$3" --strip-components=${#slashes} "$2"
}

# write_icd OUT LIBRARY API-VERSION: ./LIBRARY is relative to the file, so the project may move.
write_icd()
{
    printf '{ "file_format_version": "1.0.0", "ICD": { "library_path": "%s", "api_version": "%s" } }\n' \
        "$2" "$3" > "$1/icd.json"
}
