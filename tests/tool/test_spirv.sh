#!/usr/bin/env bash
# The SPIR-V tool of the build (shaders/tool): refuses what is not exact, decorates the rest, survives garbage.
# Needs a C compiler with sanitizers, glslangValidator, spirv-val, spirv-dis. Stands alone: no build folder needed.
#   tests/tool/test_spirv.sh [FUZZ_COUNT]   default 2000
# proves nothing about drivers: that NoContraction is obeyed is the probe kernel's part.
set -u
LC_ALL=C
export LC_ALL
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
fuzz_count=${1:-2000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0
failed=0

pass()
{
    passed=$((passed + 1))
}

fail() # what went wrong
{
    failed=$((failed + 1))
    printf 'FAILED: %s\n' "$1"
}

expect() # name, command...: the command succeeds
{
    local name=$1
    shift
    if "$@" > said 2>&1; then pass; else fail "$name: $(head -n 3 said)"; fi
}

refuse() # name, command...: the command fails; proves that a check can
{
    local name=$1
    shift
    if "$@" > said 2>&1; then fail "$name should fail"; else pass; fi
}

compile() # NAME: NAME.comp -> NAME.spv, as the build does
{
    glslangValidator -V --target-env vulkan1.1 -g --quiet -I. -o "$1.spv" "$1.comp"
}

flags=(-std=c11 -g -O1 -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all)
tool=$root/shaders/tool
${CC:-cc} "${flags[@]}" "$tool/exact_spirv.c" "$tool/exact_list.c" "$tool/spirv.c" -o massa_spirv || exit 1
${CC:-cc} "${flags[@]}" -D_POSIX_C_SOURCE=200809L "-I$tool" "$root/tests/tool/spirv_probe.c" "$tool/exact_list.c" \
    "$tool/spirv.c" -o spirv_probe || exit 1

# A kernel around one statement, which stands on line 11.
kernel() # NAME, statement, extension or nothing
{
    cat > "$1.comp" << EOF
#version 460
${3:+#extension $3 : require}
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
layout(std430, binding = 1) buffer N { int n[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec3 u = vec3(a[i], a[i + 1], a[i + 2]), v = u + 1.0; vec4 q = vec4(u, 1.0);
    float x = a[i + 3], y = a[i + 4]; mat3 m = mat3(u, v, u); int k = n[i];
$2
    a[i] = x + y + u.x + v.y + q.x + m[0].x; n[i] = k;
}
EOF
}

# Planted: statement, what the complaint must say, extension. Each is refused at its file and line, by its name.
planted=(
    'x = x / y;|OpFDiv is not exact: use exact_divide'
    'u = u / y;|OpFDiv is not exact'
    'x = mod(x, y);|OpFMod is not exact'
    'x = dot(u, v);|OpDot is not exact: use exact_dot'
    'u = m * v;|OpMatrixTimesVector is not exact'
    'u = v * m;|OpVectorTimesMatrix is not exact'
    'm = m * m;|OpMatrixTimesMatrix is not exact'
    'm = m * x;|OpMatrixTimesScalar is not exact'
    'm = outerProduct(u, v);|OpOuterProduct is not exact'
    'x = isnan(x) ? 0.0 : x;|OpIsNan is not exact: use exact_is_nan'
    'x = isinf(x) ? 0.0 : x;|OpIsInf is not exact: use exact_is_finite'
    'k = k % 3;|OpSMod is not exact'
    'u = normalize(u);|Normalize is not exact: use exact_normalize from include/exact.glsl.'
    'x = sqrt(x);|Sqrt is not exact: use exact_sqrt'
    'x = inversesqrt(x);|InverseSqrt is not exact: use exact_rsqrt'
    'x = mix(x, y, 0.5);|FMix is not exact: use exact_mix'
    'x = fma(x, y, x);|Fma is not exact'
    'x = clamp(x, 0.0, 1.0);|FClamp is not exact: use exact_clamp'
    'x = length(u);|Length is not exact: use exact_length'
    'x = distance(u, v);|Distance is not exact'
    'u = cross(u, v);|Cross is not exact: use exact_cross'
    'x = sin(x);|Sin is not exact: use exact_sincos'
    'x = cos(x);|Cos is not exact: use exact_sincos'
    'x = tan(x);|Tan is not exact'
    'x = asin(x);|Asin is not exact'
    'x = acos(x);|Acos is not exact'
    'x = atan(x);|Atan is not exact'
    'x = atan(x, y);|Atan2 is not exact'
    'x = sinh(x);|Sinh is not exact'
    'x = pow(x, y);|Pow is not exact'
    'x = exp(x);|Exp is not exact: use exact_exp'
    'x = exp2(x);|Exp2 is not exact'
    'x = log(x);|Log is not exact'
    'x = log2(x);|Log2 is not exact'
    'x = round(x);|Round is not exact'
    'x = roundEven(x);|RoundEven is not exact'
    'x = trunc(x);|Trunc is not exact'
    'x = ceil(x);|Ceil is not exact'
    'x = fract(x);|Fract is not exact'
    'x = sign(x);|FSign is not exact'
    'x = step(x, y);|Step is not exact'
    'x = smoothstep(0.0, 1.0, x);|SmoothStep is not exact'
    'x = ldexp(x, k);|Ldexp is not exact'
    'x = frexp(x, k);|FrexpStruct is not exact'
    'x = modf(x, y);|Modf is not exact'
    'x = radians(x);|Radians is not exact'
    'u = reflect(u, v);|Reflect is not exact'
    'u = faceforward(u, v, u);|FaceForward is not exact'
    'x = determinant(m);|Determinant is not exact'
    'm = inverse(m);|MatrixInverse is not exact'
    'k = int(packHalf2x16(u.xy));|PackHalf2x16 is not exact'
    'u.xy = unpackHalf2x16(uint(k));|UnpackHalf2x16 is not exact'
    'k = int(packUnorm4x8(q));|PackUnorm4x8 is not exact'
    'x = float(double(x));|A float type is not 32 bits wide'
    'x = float(float16_t(x));|A float type is not 32 bits wide|GL_EXT_shader_explicit_arithmetic_types_float16'
    'k = int(int64_t(k) * k);|An integer type is not 32 bits wide|GL_ARB_gpu_shader_int64'
    'k = int(uint16_t(k));|An integer type is not 32 bits wide|GL_EXT_shader_explicit_arithmetic_types_int16'
    'mediump float h = x; y = h * h;|The precision of .h. is not exact'
    'x = x * 1e-7;|Constant 1.00000001e-07 is below 2^-20 in magnitude'
    'u = u + vec3(1.0, 1e-40, 2.0);|Constant 9.9999461e-41 is below 2^-20'
    'x = x * -9.5e-7;|Constant -9.50000015e-07 is below 2^-20'
    'x = min(x, 1.0 / 0.0);|Constant inf is no finite number'
    'atomicAdd(a[0], x);|OpAtomicFAddEXT is not exact|GL_EXT_shader_atomic_float'
    'x = atomicExchange(a[0], x);|OpAtomicExchange of a float is not exact|GL_EXT_shader_atomic_float'
    'atomicMin(a[0], x);|OpAtomicFMinEXT is not exact|GL_EXT_shader_atomic_float2'
    'x = subgroupAdd(x);|OpGroupNonUniformFAdd is not exact|GL_KHR_shader_subgroup_arithmetic'
    'x = subgroupMin(x);|OpGroupNonUniformFMin is not exact|GL_KHR_shader_subgroup_arithmetic'
    'debugPrintfEXT("%f", x);|OpExtInst from a set other than GLSL.std.450|GL_EXT_debug_printf'
)
for row in "${planted[@]}"; do
    IFS='|' read -r statement say extension <<< "$row"
    kernel planted "$statement" "$extension"
    if ! compile planted > log 2>&1; then
        fail "'$statement' does not compile: $(head -n 1 log)"
        continue
    fi
    rm -f out.spv
    ./massa_spirv planted.spv -o out.spv > log 2>&1
    status=$?
    if [ $status -ne 1 ]; then fail "'$statement' gives status $status: $(head -n 1 log)"
    elif ! grep -q "^planted.comp:11: error: $say" log; then fail "'$statement' is refused as: $(head -n 1 log)"
    elif grep -qv "^planted.comp:11: error: .*\.$" log; then fail "'$statement' is refused elsewhere too: $(tail -n 1 log)"
    elif [ -e out.spv ]; then fail "'$statement' is refused and written"
    else pass; fi
done

# --int64 lets 64-bit integers in, and nothing else.
int64() # statement, extension: what the tool says with --int64
{
    kernel wide "$1" "$2" && compile wide && ./massa_spirv --int64 wide.spv -o out.spv 2>&1
}
expect "a 64-bit integer with --int64" int64 'k = int(int64_t(k) * k);' GL_ARB_gpu_shader_int64
int64 'k = int(uint16_t(k));' GL_EXT_shader_explicit_arithmetic_types_int16 > log
expect "a 16-bit integer with --int64" grep -q ':11: error: An integer type is not 32 bits wide' log
int64 'x = float(double(x));' GL_ARB_gpu_shader_int64 > log
expect "a 64-bit float with --int64" grep -q ':11: error: A float type is not 32 bits wide' log
int64 'atomicAdd(w[0], uint64_t(k));' GL_EXT_shader_atomic_int64 > log # does not compile yet: w is missing
sed -i '3i #extension GL_ARB_gpu_shader_int64 : require\nlayout(std430, binding = 2) buffer W { uint64_t w[]; };' wide.comp
compile wide && ./massa_spirv --int64 wide.spv -o out.spv 2> log
expect "a 64-bit atomic with --int64" grep -q 'error: A 64-bit atomic is not exact' log

# Of images, buffers read by texels that are integers, and nothing else.
texels() # type of the variable T, statement
{
    kernel texels "$2" GL_EXT_samplerless_texture_functions &&
        sed -i "4i layout(binding = 2) uniform $1 T;" texels.comp && compile texels && ./massa_spirv texels.spv -o out.spv 2>&1
}
expect "integer texels" texels utextureBuffer 'k = int(texelFetch(T, k).x);'
while read -r type statement; do
    texels "$type" "$statement" > log
    expect "a $type is refused" grep -q 'error: An image is no buffer read by unsigned texels' log
done << 'EOF'
textureBuffer x = texelFetch(T, k).x;
itextureBuffer k = texelFetch(T, k).x;
utexture2D k = int(texelFetch(T, ivec2(k), 0).x);
EOF
texels "usamplerBuffer" 'k = int(texelFetch(T, k).x);' > log
expect "texels with a sampler" grep -q 'error: OpTypeSampledImage is not exact' log

# The place is the header's when the fault is there, and every fault has its line.
kernel included 'x = faulty(x);' GL_GOOGLE_include_directive
sed -i '3i #include "faulty.glsl"' included.comp
printf 'float faulty(float x)\n{\n    float y = x * x;\n    y = y / x;\n    return sqrt(y);\n}\n' > faulty.glsl
compile included
./massa_spirv included.spv -o out.spv 2> log
expect "division in a header" grep -q '^[./]*faulty.glsl:4: error: OpFDiv' log
expect "root in a header" grep -q '^[./]*faulty.glsl:5: error: Sqrt' log
kernel many "$(yes 'x = sqrt(x);' | head -n 30)"
compile many
./massa_spirv many.spv -o out.spv 2> log
expect "a page of complaints" test "$(wc -l < log)" -eq 21
expect "the rest is counted" grep -q 'And 10 more' log

# What nothing uses cannot harm.
kernel unused 'x = x * 2.0;'
sed -i '6i const float TINY = 1e-30; const float T[2] = float[2](1e-30, 1.0); float never(float z) { return sin(z); }' unused.comp
compile unused
expect "unused constants and functions" ./massa_spirv unused.spv -o out.spv
refuse "negative control: a planted root" ./massa_spirv planted.spv -o out.spv

# Everything on the list, once.
cat > allowed.comp << 'EOF'
#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_EXT_samplerless_texture_functions : require
struct item { vec4 position; uvec4 key; float mass; uint id; };
struct pair { mat4 m; vec2 z; float w[3]; int s; };
layout(local_size_x_id = 0, local_size_y = 2) in;
layout(constant_id = 3) const uint COUNT = 7;
layout(constant_id = 4) const float SCALE = 7.5;
layout(constant_id = 5) const bool FLIP = true;
layout(push_constant) uniform Push { item p; };
layout(std430, binding = 0) readonly buffer Items { uint count; item items[]; };
layout(std430, binding = 1) writeonly buffer Out { vec4 result[]; } written;
layout(binding = 3) uniform utextureBuffer Texels;
layout(std430, binding = 2) buffer Mixed { uint n; int k[4]; float x[]; };
layout(std430, set = 1, binding = 5) buffer Half { readonly uint here; writeonly uint there; };
layout(std140, set = 1, binding = 1) uniform Settings { pair settings; };
shared uint heap[64];
float sum(float a, float b) { return a + b; }
vec3 pick(int which, vec3 v)
{
    switch (which) { case 0: return -v; case 1: return v.zyx; default: break; }
    for (int i = 0; i < 3; ++i) { if (v[i] > 1.0) break; if (v[i] == 0.5) continue; v[i] -= 1.0; }
    return v;
}
void main()
{
    uint i = gl_GlobalInvocationID.x + COUNT * 2u - COUNT / 3u + (FLIP ? 1u : 0u);
    if (i >= count || i >= uint(items.length())) return;
    item it = items[i];
    vec3 v = it.position.xyz * it.mass + p.position.xyz * SCALE - vec3(0.25, -0.0, 9.53674316e-07);
    v = min(max(floor(abs(v)), vec3(0)), vec3(settings.z.xyx)) * v;
    int s = int(v.x) - k[1]; uint u = uint(v.y);
    s = abs(s) + sign(s) + min(s, 3) + max(s, -3) + clamp(s, -9, 9) + s / 3 + (s << 1) + (s >> 2) + ~s;
    u = (u % 7u) ^ (u & 255u) | (u >> 3) + min(u, 9u) + max(u, 2u) + clamp(u, 1u, 5u) * u;
    uint carry, high, low; int shigh, slow;
    u += uaddCarry(u, it.id, carry) + usubBorrow(u, it.id, carry);
    umulExtended(u, it.id, high, low); imulExtended(s, 5, shigh, slow);
    s += findLSB(u) + findMSB(u) + findMSB(s) + bitCount(u) + shigh + slow + int(high + low + carry);
    u += bitfieldReverse(u) + bitfieldExtract(u, 3, 4) + bitfieldInsert(u, 3u, 1, 2);
    s += bitfieldExtract(s, 3, 4);
    float f = uintBitsToFloat(floatBitsToUint(v.x) + 1u) + intBitsToFloat(floatBitsToInt(v.y)) + float(s) + float(u);
    bool b = f < 1.0 && v.x <= 2.0 || f > 3.0 ^^ v.y >= 4.0; b = b != (f == 5.0) && any(notEqual(v, vec3(f))) || all(lessThan(v, v.yzx));
    f = b ? sum(f, -f) : sum(v.x, v.y); v = mix(v, v.zxy, lessThan(v, vec3(1))); v *= f; v = f * v; v = v * v;
    mat4 m = transpose(settings.m); m[1] = m[0] + settings.m[2]; m += m; m = -m;
    v = pick(s, v) * uintBitsToFloat(texelFetch(Texels, s).xyz);
    heap[gl_LocalInvocationIndex & 63u] = u; memoryBarrierShared(); barrier(); u += heap[0];
    atomicAdd(n, 1u); atomicMin(n, u); atomicMax(n, u); atomicOr(n, 1u); atomicAnd(n, 3u); atomicXor(n, 5u);
    u += atomicExchange(n, 7u) + atomicCompSwap(n, 7u, 8u); atomicAdd(k[0], -1); atomicMin(k[0], s);
    u += subgroupAdd(u) + subgroupExclusiveAdd(u) + subgroupMax(u) + subgroupBallotBitCount(subgroupBallot(b));
    f += subgroupShuffle(f, 0u) + subgroupBroadcastFirst(f); if (subgroupAny(b) || subgroupElect()) s += 1;
    written.result[i] = vec4(v, f) + m[1] + settings.w[s & 1]; x[i] = float(int(u & 65535u)); k[3] = s; there = here;
}
EOF
compile allowed
expect "everything on the list" ./massa_spirv allowed.spv -o allowed.out.spv --c allowed.c --symbol mas_allowed

# Every float operation decorated, no debug information left; read by another program.
decorated() # FILE.spv [precise: glslang decorates more than arithmetic]
{
    spirv-val --target-env vulkan1.1 "$1" || return 1
    spirv-dis --raw-id "$1" | awk -v more="${2:-}" '
        $1 == "OpDecorate" && $3 == "NoContraction" { ++has[$2] }
        $2 == "=" && $3 ~ /^Op(FAdd|FSub|FMul|FNegate|VectorTimesScalar)$/ { is[$1] = $3 }
        $1 ~ /^Op(Line|NoLine|Source|SourceExtension|Name|MemberName|ModuleProcessed)$/ || $3 == "OpString" { ++debug }
        END {
            for (id in is) if (has[id] != 1) { print is[id], id, "has", has[id] + 0, "decorations"; bad = 1 }
            for (id in has) if (!more && !(id in is)) { print id, "is decorated and no arithmetic"; bad = 1 }
            if (debug) { print debug, "debug instructions are left"; bad = 1 }
            exit bad
        }'
}
expect "the list's output" decorated allowed.out.spv
expect "the list has every operation" test "$(spirv-dis allowed.out.spv |
    grep -oE 'Op(FAdd|FSub|FMul|FNegate|VectorTimesScalar)\b' | sort -u | wc -l)" -eq 5
refuse "negative control: the input is not decorated" decorated allowed.spv
sed 's/float f = uint/precise float f = uint/' allowed.comp > precise.comp
compile precise
expect "what is decorated already" ./massa_spirv precise.spv -o precise.out.spv
expect "no decoration twice" decorated precise.out.spv precise
refuse "negative control: precise alone is not enough" decorated precise.spv
expect "a second pass" ./massa_spirv allowed.out.spv -o again.spv
expect "a second pass changes nothing" cmp allowed.out.spv again.spv
for source in "$root"/shaders/*/*.comp "$root"/shaders/*/cpu/*.comp "$root"/tests/shaders/*.comp; do
    [ -e "$source" ] || continue
    name=$(basename "$source" .comp)
    glslangValidator -V --target-env vulkan1.1 -g --quiet "-I$root/shaders" "-I$root/shaders/include" -o "$name.spv" "$source"
    expect "$name is exact" ./massa_spirv "$name.spv" -o "$name.out.spv"
    expect "$name is decorated" decorated "$name.out.spv"
    grep -q '^#include "words.glsl"' "$source" || continue
    glslangValidator -V --target-env vulkan1.1 -g --quiet -DMAS_TWIN "-I$root/shaders" "-I$root/shaders/include" -o "$name.spv" "$source"
    expect "$name as a twin is exact" ./massa_spirv --int64 "$name.spv" -o "$name.out.spv"
    expect "$name as a twin is decorated" decorated "$name.out.spv"
done

# The C file holds the same words.
cat > same.c << 'EOF'
#include "allowed.c"
#include <stdio.h>
int main(void) { return fwrite(mas_allowed, 4, mas_allowed_words, stdout) == mas_allowed_words ? 0 : 1; }
EOF
${CC:-cc} -std=c11 -Wall -Wextra -Werror same.c -o same && ./same > same.spv
expect "the C array" cmp same.spv allowed.out.spv
expect "eight words a line" test "$(grep -c '^    \(0x[0-9a-f]\{8\}, \)\{7\}0x[0-9a-f]\{8\},$' allowed.c)" -eq $((($(wc -c < allowed.out.spv) / 4) / 8))

# Reflection, against what the source above says.
./spirv_probe dump allowed.spv > dump.txt
cat > expected.txt << 'EOF'
entry main
local 1 constant_id 0
local 2
local 1
binding 0.0 Items '' r
binding 0.1 Out 'written' w
binding 0.2 Mixed '' x
binding 0.3 Texels 'Texels' t texels
binding 1.1 Settings '' u uniform
binding 1.5 Half '' x
push Push size 48 end 40
constant_id 0 '' 00000001
constant_id 3 'COUNT' 00000007
constant_id 4 'SCALE' 40f00000
constant_id 5 'FLIP' 00000001
struct item size 48 end 40
  0 position float32 vector 4
  16 key uint32 vector 4
  32 mass float32
  36 id uint32
struct Items block size 16 end 16
  0 count uint32
  16 items item array open stride 48
struct Push block size 48 end 40
  0 p item
struct Out block size 0 end 0
  0 result float32 vector 4 array open stride 16
struct Mixed block size 20 end 20
  0 n uint32
  4 k int32 array 4 stride 4
  20 x float32 array open stride 4
struct Half block size 8 end 8
  0 here uint32
  4 there uint32
struct pair size 144 end 132
  0 m float32 vector 4 columns 4 stride 16
  64 z float32 vector 2
  80 w float32 array 3 stride 16
  128 s int32
struct Settings block size 144 end 132
  0 settings pair
EOF
expect "reflection" diff <(sort expected.txt) <(sort dump.txt)

# Nonsense: one sentence, status 1, nothing written.
nonsense() # FILE
{
    rm -f out.spv
    ./massa_spirv "$1" -o out.spv > log 2>&1
    [ $? -eq 1 ] && [ "$(wc -l < log)" -eq 1 ] && grep -q ': error: [A-Z].*\.$' log && [ ! -e out.spv ]
}
size=$(wc -c < allowed.spv)
for cut in 0 1 4 19 20 21 24 40 $((size / 4 * 2)) $((size - 1)) $((size - 2)); do
    head -c "$cut" allowed.spv > cut.spv
    expect "the first $cut bytes" nonsense cut.spv
done
head -c 4096 /dev/zero > garbage.spv
expect "zeros" nonsense garbage.spv
head -c 4096 "$root/shaders/tool/spirv.c" > garbage.spv
expect "a text" nonsense garbage.spv
{ head -c 20 allowed.spv; head -c 4096 "$root/shaders/tool/spirv.c"; } > garbage.spv
expect "a text under a good header" nonsense garbage.spv
expect "no file" nonsense missing.spv
expect "a folder" nonsense .
refuse "negative control: a good module" nonsense allowed.spv
./massa_spirv allowed.spv -o missing/out.spv 2> log
expect "an output folder that is missing" grep -q '^missing/out.spv: error: The file cannot be written.$' log
./massa_spirv allowed.spv 2> log
expect "a wrong call has status 2" test $? -eq 2
./massa_spirv allowed.spv -o out.spv --c out.c --symbol 'a b' 2> log
expect "a symbol that C refuses has status 2" test $? -eq 2

if ./spirv_probe fuzz "$fuzz_count" 20240517 allowed.spv precise.spv unused.spv included.spv 2> fuzz.log; then pass
else fail "fuzz: $(grep -m 3 -e ERROR -e 'runtime error' fuzz.log || echo 'died, or took over 10 seconds')"; fi

# A hint that names a function nobody wrote helps nobody.
for name in $(grep -v '#include' "$root/shaders/tool/exact_list.c" | grep -o '"[^"]*"' | grep -o 'exact_[a-z_]*' | sort -u); do
    expect "$name exists" grep -qE "^[a-z0-9]+ $name\(" "$root"/shaders/include/*.glsl
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
