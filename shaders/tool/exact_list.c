// The list. Allowed is what Vulkan fixes once rounding is to nearest even: integer operations, moves, float add,
// subtract, multiply, negate, compare, absolute value, min and max of numbers, floor, conversions in range.
// Conversions hide two rules that cannot be checked here: int to float below 2^24, float to int after a float clamp.
#include "exact_list.h"

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>

#include <stddef.h>

#define ALLOW(x)                                                                                                       \
    {                                                                                                                  \
        SpvOp##x, EXACT_ALLOW, "Op" #x, NULL                                                                           \
    }
#define EXACT(x)                                                                                                       \
    {                                                                                                                  \
        SpvOp##x, EXACT_DECORATE, "Op" #x, NULL                                                                        \
    }
#define INTEGER(x, hint)                                                                                               \
    {                                                                                                                  \
        SpvOp##x, EXACT_NO_FLOATS, "Op" #x, hint                                                                       \
    }
#define REFUSE(x, hint)                                                                                                \
    {                                                                                                                  \
        SpvOp##x, EXACT_REFUSE, "Op" #x, hint                                                                          \
    }

#define MATRIX "multiply the columns and add them in a fixed order"
#define BITS "test the bits (floatBitsToUint)"
#define WIDTH "massa's devices have 32-bit floats only"
#define FLOAT_ATOMIC "sum fixed-point integers, or sort and sum in order"
#define FLOAT_GROUP "its order depends on the device; reduce in a fixed tree, or in integers"
#define BUFFERS "massa's kernels read and write buffers only, by texels if need be (texel.glsl)"
#define REMAINDER "Vulkan leaves it undefined for negative operands; take the remainder of two uints"
#define DERIVATIVE "a kernel has no neighbouring pixels"

// clang-format off
static const exact_rule core[] = {
    // Float arithmetic: rounded once, each by itself.
    EXACT(FAdd), EXACT(FSub), EXACT(FMul), EXACT(FNegate), EXACT(VectorTimesScalar),

    REFUSE(FDiv, "use exact_divide from include/exact.glsl, or multiply by exact_reciprocal"),
    REFUSE(FRem, "subtract y * floor(x * r), r the exact_reciprocal of y"),
    REFUSE(FMod, "subtract y * floor(x * r), r the exact_reciprocal of y"),
    REFUSE(Dot, "use exact_dot from include/exact.glsl"),
    REFUSE(MatrixTimesScalar, "multiply each column"),
    REFUSE(VectorTimesMatrix, MATRIX), REFUSE(MatrixTimesVector, MATRIX), REFUSE(MatrixTimesMatrix, MATRIX),
    REFUSE(OuterProduct, "multiply a vector by each component"),
    REFUSE(IsNan, "use exact_is_nan from include/exact.glsl"),
    REFUSE(IsInf, "use exact_is_finite from include/exact.glsl"),
    REFUSE(IsFinite, BITS), REFUSE(IsNormal, BITS), REFUSE(SignBitSet, BITS), REFUSE(LessOrGreater, BITS), REFUSE(Ordered, BITS), REFUSE(Unordered, BITS),
    REFUSE(FConvert, WIDTH), REFUSE(QuantizeToF16, WIDTH),
    REFUSE(DPdx, DERIVATIVE), REFUSE(DPdy, DERIVATIVE), REFUSE(Fwidth, DERIVATIVE),
    REFUSE(DPdxFine, DERIVATIVE), REFUSE(DPdyFine, DERIVATIVE), REFUSE(FwidthFine, DERIVATIVE),
    REFUSE(DPdxCoarse, DERIVATIVE), REFUSE(DPdyCoarse, DERIVATIVE), REFUSE(FwidthCoarse, DERIVATIVE),
    REFUSE(Undef, "give it a value on every path"),
    REFUSE(SRem, REMAINDER), REFUSE(SMod, REMAINDER),

    // Float comparison and conversion.
    ALLOW(FOrdEqual), ALLOW(FOrdNotEqual), ALLOW(FOrdLessThan), ALLOW(FOrdGreaterThan), ALLOW(FOrdLessThanEqual),
    ALLOW(FOrdGreaterThanEqual), ALLOW(FUnordEqual), ALLOW(FUnordNotEqual), ALLOW(FUnordLessThan),
    ALLOW(FUnordGreaterThan), ALLOW(FUnordLessThanEqual), ALLOW(FUnordGreaterThanEqual),
    ALLOW(ConvertSToF), ALLOW(ConvertUToF), ALLOW(ConvertFToS), ALLOW(ConvertFToU), ALLOW(Bitcast),

    // Integers and booleans.
    ALLOW(SNegate), ALLOW(IAdd), ALLOW(ISub), ALLOW(IMul), ALLOW(UDiv), ALLOW(SDiv), ALLOW(UMod), ALLOW(IAddCarry),
    ALLOW(ISubBorrow), ALLOW(UMulExtended), ALLOW(SMulExtended), ALLOW(UConvert), ALLOW(SConvert),
    ALLOW(ShiftRightLogical), ALLOW(ShiftRightArithmetic), ALLOW(ShiftLeftLogical), ALLOW(BitwiseOr),
    ALLOW(BitwiseXor), ALLOW(BitwiseAnd), ALLOW(Not), ALLOW(BitFieldInsert), ALLOW(BitFieldSExtract),
    ALLOW(BitFieldUExtract), ALLOW(BitReverse), ALLOW(BitCount), ALLOW(Any), ALLOW(All), ALLOW(LogicalEqual),
    ALLOW(LogicalNotEqual), ALLOW(LogicalOr), ALLOW(LogicalAnd), ALLOW(LogicalNot), ALLOW(IEqual), ALLOW(INotEqual),
    ALLOW(UGreaterThan), ALLOW(SGreaterThan), ALLOW(UGreaterThanEqual), ALLOW(SGreaterThanEqual), ALLOW(ULessThan),
    ALLOW(SLessThan), ALLOW(ULessThanEqual), ALLOW(SLessThanEqual),

    // Atomics are integer: the sum of integers does not depend on the order, that of floats does.
    INTEGER(AtomicLoad, FLOAT_ATOMIC), INTEGER(AtomicStore, FLOAT_ATOMIC), INTEGER(AtomicExchange, FLOAT_ATOMIC),
    ALLOW(AtomicCompareExchange), ALLOW(AtomicIIncrement), ALLOW(AtomicIDecrement), ALLOW(AtomicIAdd),
    ALLOW(AtomicISub), ALLOW(AtomicSMin), ALLOW(AtomicUMin), ALLOW(AtomicSMax), ALLOW(AtomicUMax), ALLOW(AtomicAnd),
    ALLOW(AtomicOr), ALLOW(AtomicXor), ALLOW(ControlBarrier), ALLOW(MemoryBarrier),
    REFUSE(AtomicFAddEXT, FLOAT_ATOMIC), REFUSE(AtomicFMinEXT, FLOAT_ATOMIC), REFUSE(AtomicFMaxEXT, FLOAT_ATOMIC),

    // Subgroups may move anything and add integers.
    ALLOW(GroupNonUniformElect), ALLOW(GroupNonUniformAll), ALLOW(GroupNonUniformAny), ALLOW(GroupNonUniformAllEqual),
    ALLOW(GroupNonUniformBroadcast), ALLOW(GroupNonUniformBroadcastFirst), ALLOW(GroupNonUniformBallot),
    ALLOW(GroupNonUniformInverseBallot), ALLOW(GroupNonUniformBallotBitExtract),
    ALLOW(GroupNonUniformBallotBitCount), ALLOW(GroupNonUniformBallotFindLSB), ALLOW(GroupNonUniformBallotFindMSB),
    ALLOW(GroupNonUniformShuffle), ALLOW(GroupNonUniformShuffleXor), ALLOW(GroupNonUniformShuffleUp),
    ALLOW(GroupNonUniformShuffleDown), ALLOW(GroupNonUniformIAdd), ALLOW(GroupNonUniformIMul),
    ALLOW(GroupNonUniformSMin), ALLOW(GroupNonUniformUMin), ALLOW(GroupNonUniformSMax), ALLOW(GroupNonUniformUMax),
    ALLOW(GroupNonUniformBitwiseAnd), ALLOW(GroupNonUniformBitwiseOr), ALLOW(GroupNonUniformBitwiseXor),
    ALLOW(GroupNonUniformLogicalAnd), ALLOW(GroupNonUniformLogicalOr), ALLOW(GroupNonUniformLogicalXor),
    ALLOW(GroupNonUniformQuadBroadcast), ALLOW(GroupNonUniformQuadSwap),
    REFUSE(GroupNonUniformFAdd, FLOAT_GROUP), REFUSE(GroupNonUniformFMul, FLOAT_GROUP),
    REFUSE(GroupNonUniformFMin, FLOAT_GROUP), REFUSE(GroupNonUniformFMax, FLOAT_GROUP),

    // Moves.
    ALLOW(Variable), ALLOW(Load), ALLOW(Store), ALLOW(CopyMemory), ALLOW(CopyObject), ALLOW(CopyLogical),
    ALLOW(AccessChain), ALLOW(InBoundsAccessChain), ALLOW(ArrayLength), ALLOW(VectorExtractDynamic),
    ALLOW(VectorInsertDynamic), ALLOW(VectorShuffle), ALLOW(CompositeConstruct), ALLOW(CompositeExtract),
    ALLOW(CompositeInsert), ALLOW(Transpose), ALLOW(Select), ALLOW(Phi),
    ALLOW(TypeImage), ALLOW(ImageFetch), // of buffers of unsigned integers (exact_spirv.c)
    REFUSE(TypeSampler, BUFFERS), REFUSE(TypeSampledImage, BUFFERS),
    REFUSE(ImageRead, BUFFERS), REFUSE(ImageWrite, BUFFERS),
    REFUSE(ImageSampleImplicitLod, BUFFERS), REFUSE(ImageSampleExplicitLod, BUFFERS), REFUSE(ImageGather, BUFFERS),
    REFUSE(ImageTexelPointer, BUFFERS), REFUSE(SampledImage, BUFFERS),

    // Control flow and functions.
    ALLOW(Function), ALLOW(FunctionParameter), ALLOW(FunctionEnd), ALLOW(FunctionCall), ALLOW(Label), ALLOW(Branch),
    ALLOW(BranchConditional), ALLOW(Switch), ALLOW(LoopMerge), ALLOW(SelectionMerge), ALLOW(Return),
    ALLOW(ReturnValue), ALLOW(Unreachable), ALLOW(Nop),

    // Declarations. Widths, constants, decorations and extended instructions are looked at one by one (exact_spirv.c).
    ALLOW(Capability), ALLOW(Extension), ALLOW(ExtInstImport), ALLOW(ExtInst), ALLOW(MemoryModel), ALLOW(EntryPoint),
    ALLOW(ExecutionMode), ALLOW(ExecutionModeId), ALLOW(Decorate), ALLOW(DecorateId), ALLOW(MemberDecorate),
    ALLOW(TypeVoid), ALLOW(TypeBool), ALLOW(TypeInt), ALLOW(TypeFloat), ALLOW(TypeVector), ALLOW(TypeMatrix),
    ALLOW(TypeArray), ALLOW(TypeRuntimeArray), ALLOW(TypeStruct), ALLOW(TypePointer), ALLOW(TypeFunction),
    ALLOW(ConstantTrue), ALLOW(ConstantFalse), ALLOW(Constant), ALLOW(ConstantComposite), ALLOW(ConstantNull),
    ALLOW(SpecConstantTrue), ALLOW(SpecConstantFalse), ALLOW(SpecConstant), ALLOW(SpecConstantComposite),
    ALLOW(SpecConstantOp),

    // Debug information; not in the output.
    ALLOW(Source), ALLOW(SourceContinued), ALLOW(SourceExtension), ALLOW(String), ALLOW(Line), ALLOW(NoLine),
    ALLOW(Name), ALLOW(MemberName), ALLOW(ModuleProcessed),
};

#undef ALLOW
#undef REFUSE
#define ALLOW(x) { GLSLstd450##x, EXACT_ALLOW, #x, NULL }
#define REFUSE(x, hint) { GLSLstd450##x, EXACT_REFUSE, #x, hint }
#define HALF "pack integers by shifts"

static const exact_rule glsl[] = {
    ALLOW(FAbs), ALLOW(Floor), ALLOW(FMin), ALLOW(FMax),
    ALLOW(SAbs), ALLOW(SSign), ALLOW(SMin), ALLOW(SMax), ALLOW(UMin), ALLOW(UMax), ALLOW(SClamp), ALLOW(UClamp),
    ALLOW(FindILsb), ALLOW(FindSMsb), ALLOW(FindUMsb),

    REFUSE(FClamp, "use exact_clamp from include/exact.glsl"),
    REFUSE(FMix, "use exact_mix from include/exact.glsl"),
    REFUSE(Sqrt, "use exact_sqrt from include/exact.glsl"),
    REFUSE(InverseSqrt, "use exact_rsqrt from include/exact.glsl"),
    REFUSE(Length, "use exact_length from include/exact.glsl"),
    REFUSE(Distance, "use exact_length of the difference, from include/exact.glsl"),
    REFUSE(Normalize, "use exact_normalize from include/exact.glsl"),
    REFUSE(Cross, "use exact_cross from include/exact.glsl"),
    REFUSE(Sin, "use exact_sincos from include/exact.glsl"),
    REFUSE(Cos, "use exact_sincos from include/exact.glsl"),
    REFUSE(Exp, "use exact_exp from include/exact.glsl"),
    REFUSE(Exp2, "use exact_exp from include/exact.glsl, of x times ln 2"),
    REFUSE(Fma, "Vulkan rounds it once or twice; write a * b + c"),
    REFUSE(Round, "use exact_round_to_int from include/exact.glsl"),
    REFUSE(RoundEven, "use exact_round_to_int from include/exact.glsl"),
    REFUSE(Trunc, "clamp, then convert to int and back"), REFUSE(Ceil, "write -floor(-x)"),
    REFUSE(Fract, "write x - floor(x)"),
    REFUSE(FSign, "compare with 0, or take the sign bit"),
    REFUSE(Step, "compare and select"), REFUSE(SmoothStep, "write the polynomial out"),
    REFUSE(Ldexp, "build the exponent by bits"), REFUSE(Frexp, "take the exponent by bits"),
    REFUSE(FrexpStruct, "take the exponent by bits"),
    REFUSE(Modf, "subtract floor(x)"), REFUSE(ModfStruct, "subtract floor(x)"),
    REFUSE(NMin, "use min, and test NaN by bits"), REFUSE(NMax, "use max, and test NaN by bits"),
    REFUSE(NClamp, "use exact_clamp from include/exact.glsl, and test NaN by bits"),
    REFUSE(Radians, "multiply by a constant"), REFUSE(Degrees, "multiply by a constant"),
    REFUSE(FaceForward, "compare exact_dot with 0 and negate"), REFUSE(Reflect, "write it out with exact_dot"),
    REFUSE(Refract, "write it out with exact_dot"),
    REFUSE(Tan, "no exact twin yet: add one to include/exact.glsl"),
    REFUSE(Asin, "no exact twin yet: add one to include/exact.glsl"),
    REFUSE(Acos, "no exact twin yet: add one to include/exact.glsl"),
    REFUSE(Atan, "no exact twin yet: add one to include/exact.glsl"),
    REFUSE(Atan2, "no exact twin yet: add one to include/exact.glsl"),
    REFUSE(Sinh, "no exact twin yet: add one to include/exact.glsl"),
    REFUSE(Cosh, "no exact twin yet: add one to include/exact.glsl"),
    REFUSE(Tanh, "no exact twin yet: add one to include/exact.glsl"),
    REFUSE(Asinh, "no exact twin yet: add one to include/exact.glsl"),
    REFUSE(Acosh, "no exact twin yet: add one to include/exact.glsl"),
    REFUSE(Atanh, "no exact twin yet: add one to include/exact.glsl"),
    REFUSE(Pow, "no exact twin yet: add one to include/exact.glsl"),
    REFUSE(Log, "no exact twin yet: add one to include/exact.glsl"),
    REFUSE(Log2, "no exact twin yet: add one to include/exact.glsl"),
    REFUSE(Determinant, "write the products out"), REFUSE(MatrixInverse, "write the products out"),
    REFUSE(PackSnorm4x8, HALF), REFUSE(PackUnorm4x8, HALF), REFUSE(PackSnorm2x16, HALF), REFUSE(PackUnorm2x16, HALF),
    REFUSE(PackHalf2x16, HALF), REFUSE(PackDouble2x32, HALF), REFUSE(UnpackSnorm2x16, HALF),
    REFUSE(UnpackUnorm2x16, HALF), REFUSE(UnpackHalf2x16, HALF), REFUSE(UnpackSnorm4x8, HALF),
    REFUSE(UnpackUnorm4x8, HALF), REFUSE(UnpackDouble2x32, HALF),
};
// clang-format on

#define COUNTOF(a) (sizeof(a) / sizeof(a)[0])

static const exact_rule* find(const exact_rule* rules, size_t count, uint32_t op)
{
    for (size_t i = 0; i < count; ++i)
        if (rules[i].op == op) return &rules[i];
    return NULL;
}

const exact_rule* mas_exact_op(uint32_t op)
{
    return find(core, COUNTOF(core), op);
}

const exact_rule* mas_exact_glsl(uint32_t instruction)
{
    return find(glsl, COUNTOF(glsl), instruction);
}
