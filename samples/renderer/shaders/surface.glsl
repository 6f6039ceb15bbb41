// What the geometry passes leave for the light pass: colour and unit normal. The normal's alpha says what is there.
layout(location = 0) out vec4 out_albedo;
layout(location = 1) out vec4 out_normal;

void write_lit(vec3 albedo, vec3 normal)
{
    out_albedo = vec4(albedo, 1.0);
    out_normal = vec4(normal * 0.5 + 0.5, 1.0 / 3.0);
}

void write_unlit(vec3 colour)
{
    out_albedo = vec4(colour, 1.0);
    out_normal = vec4(0.5, 0.5, 0.5, 2.0 / 3.0);
}
