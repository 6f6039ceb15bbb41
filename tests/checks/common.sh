# shellcheck shell=bash
# Sourced by every check: where the tree is, what files it has, how findings are told.
# A finding is one line, "file:line: sentence", on stderr. Only what a bare Debian has: bash, awk, grep, sed.
set -eu -o pipefail
LC_ALL=C
export LC_ALL
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
check=$(basename "$0" .sh)
cd "$root"

# Files of the tree, one per line: what a commit of everything here would hold. Outside a
# checkout (an unpacked archive, the copies of negative.sh) git cannot say, so build trees,
# caches and pictures are left out by name.
tree_files()
{
    if [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$root" ]; then
        git ls-files --cached --others --exclude-standard
    else
        find . \( -name .git -o -name .cache -o -path './build*' -o -path ./massa-out \) -prune -o -type f -print | sed 's|^\./||'
    fi | while IFS= read -r f; do
        if [ -f "$f" ]; then printf '%s\n' "$f"; fi # deleted, not yet committed
    done | sort -u
}

# grep that may find nothing; a broken pattern still stops the script.
pick()
{
    grep "$@" || [ $? -eq 1 ]
}

# Runs grep with the given arguments over the files named on stdin.
search()
{
    sed '/^$/d' | tr '\n' '\0' | xargs -0 sh -c 'grep -H "$@"; [ $? -le 1 ]' grep "$@" /dev/null
}

# Findings come on stdin; none is success. $1 says what was looked at.
report()
{
    local findings
    findings=$(cat)
    if [ -z "$findings" ]; then
        echo "$check: ok, $1"
        return 0
    fi
    printf '%s\n' "$findings" >&2
    echo "$check: $(printf '%s\n' "$findings" | wc -l) finding(s), $1" >&2
    return 1
}
