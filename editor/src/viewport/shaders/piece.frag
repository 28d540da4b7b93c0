// Lit surfaces: one light with a soft shadow, light from above and below, and the patterns that need no picture.
uniform vec3 eye;
uniform vec3 light;          // towards it
uniform mat4 shadow_matrix;  // world to the shadow map, 0 to 1
uniform sampler2D shadow_map;
uniform float shadow_texel;
uniform vec3 background;     // as shown, not linear
uniform vec4 floor_area;     // middle x, z, reach, line brightness
uniform sampler2D texture0;
uniform sampler2D texture1;
uniform sampler2D texture2;
uniform sampler2D texture3;
uniform sampler2D texture4;
uniform sampler2D texture5;
uniform sampler2D texture6;
uniform sampler2D texture7;

in vec3 world;
in vec3 world_normal;
in vec3 local;
in vec3 local_normal;
in vec2 coords;
flat in vec4 v_paint;
flat in vec4 v_tint;
flat in vec4 v_extra;
flat in vec4 v_extent;

layout (location = 0) out vec4 color;

vec3 to_linear(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }
vec3 to_shown(vec3 c) { return mix(c * 12.92, 1.055 * pow(max(c, 0.0), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c)); }

float hash(vec2 p) {
    p = fract(p * vec2(123.34, 345.45));
    p += dot(p, p + 34.345);
    return fract(p.x * p.y);
}

float noise(vec2 p) {
    vec2 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}

float grain(vec2 p) {
    // Long streaks along x, slightly waved, over broad bands.
    p.y += 0.05 * noise(p * vec2(1.1, 2.0)) + 0.02 * noise(p * vec2(3.0, 5.0));
    float band = noise(p * vec2(0.35, 3.2));
    float streak = noise(p * vec2(1.3, 26.0)) * 0.6 + noise(p * vec2(2.6, 70.0)) * 0.4;
    return band * 0.55 + streak * 0.45;
}

vec3 wood(vec3 tone) {
    vec3 a = abs(local_normal);
    vec2 p = a.y > 0.6 ? local.xz : (a.z >= a.x ? local.xy : local.zy);
    // Legs have their grain upright.
    if (v_extent.y > v_extent.x * 2.0 && a.y < 0.6) p = p.yx;
    float g = grain(p + v_extra.zw);
    return tone * mix(0.50, 1.02, g);
}

vec4 sampled(float slot, vec2 at) {
    vec2 p = vec2(at.x, 1.0 - at.y);
    vec2 dx = dFdx(p), dy = dFdy(p);
    if (slot < 0.5) return textureGrad(texture0, p, dx, dy);
    if (slot < 1.5) return textureGrad(texture1, p, dx, dy);
    if (slot < 2.5) return textureGrad(texture2, p, dx, dy);
    if (slot < 3.5) return textureGrad(texture3, p, dx, dy);
    if (slot < 4.5) return textureGrad(texture4, p, dx, dy);
    if (slot < 5.5) return textureGrad(texture5, p, dx, dy);
    if (slot < 6.5) return textureGrad(texture6, p, dx, dy);
    return textureGrad(texture7, p, dx, dy);
}

float lit(vec3 n) {
    vec4 p = shadow_matrix * vec4(world + n * 0.006, 1.0);
    if (any(lessThan(p.xyz, vec3(0.0))) || any(greaterThan(p.xyz, vec3(1.0)))) return 1.0;
    float bias = 0.0012;
    float sum = 0.0;
    // Sixteen taps on four rings' worth of a disc, turned by a fixed pattern: soft, and the same on every machine.
    float turn = 6.2832 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    for (int i = 0; i < 12; i++) {
        float r = sqrt((float(i) + 0.5) / 12.0) * 3.0 * shadow_texel;
        float a = float(i) * 2.3999632 + turn;
        float depth = texture(shadow_map, p.xy + r * vec2(cos(a), sin(a))).r;
        sum += step(p.z - bias, depth);
    }
    return sum / 12.0;
}

void main() {
    float surface = v_extent.w;
    if (surface == 7.0) {
        // Marks: flat colour.
        color = v_paint;
        return;
    }
    vec3 n = normalize(world_normal);
    if (dot(n, eye - world) < 0.0) n = -n;
    if (surface == 8.0) {
        // The floor: barely lighter than the background, with lines that fade into it.
        vec2 p = world.xz / 2.0;
        vec2 width = fwidth(p);
        vec2 line = abs(fract(p - 0.5) - 0.5) / max(width, vec2(1e-5));
        float on = 1.0 - min(min(line.x, line.y) / 1.3, 1.0);
        float detail = clamp(1.0 - max(width.x, width.y) * 2.5, 0.0, 1.0);
        float fade = 1.0 - smoothstep(floor_area.z * 0.35, floor_area.z, distance(world.xz, floor_area.xy));
        float shade = mix(0.72, 1.0, lit(vec3(0.0, 1.0, 0.0)));
        vec3 ground = background * mix(1.0, shade, fade);
        color = vec4(ground + on * detail * fade * floor_area.w, 1.0);
        return;
    }
    vec3 tone = to_linear(v_paint.rgb);
    vec4 texel = vec4(1.0);
    if (surface == 1.0 || (surface == 9.0 && local_normal.y > 0.7)) texel = sampled(v_extra.x, coords);
    if (surface == 2.0 && local_normal.y > 0.7) {
        texel = sampled(v_extra.x, coords);
        tone = mix(tone, to_linear(texel.rgb), texel.a);
        texel = vec4(1.0);
    }
    if (surface == 3.0 && abs(local_normal.y) > 0.7) {
        texel = sampled(v_extra.x, coords);
        tone = mix(tone, to_linear(texel.rgb), texel.a);
        texel = vec4(1.0);
    }
    tone *= to_linear(texel.rgb);
    if (surface == 4.0) tone = wood(tone);
    if (surface == 5.0) {
        // Placeholder: a few broad diagonal stripes, whatever its size.
        float across = (local.x + local.y + local.z) * 3.0 / max(v_extent.x, v_extent.z);
        float w = fwidth(across) * 1.5;
        tone *= mix(0.72, 1.0, smoothstep(0.5 - w, 0.5 + w, abs(fract(across) - 0.5) * 2.0));
    }
    if (surface == 6.0 && abs(local_normal.y) < 0.5) {
        // A deck's edge: many sheets.
        float lines = local.y * 260.0;
        float fine = 1.0 - clamp(fwidth(lines) * 1.2, 0.0, 1.0);
        tone *= 1.0 - 0.22 * fine * step(0.5, fract(lines)) - 0.08 * noise(vec2(local.y * 90.0, 3.0));
    }
    vec3 to_eye = normalize(eye - world);
    float facing = max(dot(n, light), 0.0);
    float shadow = facing > 0.0 ? lit(n) : 0.0;
    vec3 sky = vec3(0.42, 0.44, 0.48), ground = vec3(0.20, 0.19, 0.18);
    vec3 ambient = mix(ground, sky, n.y * 0.5 + 0.5) * mix(0.8, 1.0, shadow);
    vec3 sun = vec3(1.0, 0.965, 0.90) * 0.76 * facing * shadow;
    float gloss = v_extra.y;
    vec3 h = normalize(light + to_eye);
    float shine = pow(max(dot(n, h), 0.0), mix(8.0, 90.0, gloss)) * gloss * 0.55 * shadow * step(0.0, facing);
    float rim = pow(1.0 - max(dot(n, to_eye), 0.0), 4.0) * 0.10 * (0.3 + gloss);
    vec3 result = tone * (ambient + sun) + vec3(shine) + rim * sky;
    // Highlights roll off instead of clipping.
    result = min(result, vec3(0.7)) + (1.0 - exp(-max(result - 0.7, 0.0) / 0.3)) * 0.3;
    vec3 shown = to_shown(result);
    shown = mix(shown, v_tint.rgb, v_tint.a);
    color = vec4(shown, v_paint.a * texel.a);
}
