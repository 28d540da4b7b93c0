// A line around the mask: the mask's colour, and a darker halo beyond it.
uniform sampler2D mask;
uniform vec2 texel;    // one pixel
uniform float width;   // of the line, in pixels
uniform float halo;    // its darkness
uniform float dashed;  // 0: whole; else pixels in a point, for 5 on, 4 off
uniform float lod;     // the level of the mask whose texels are as large as the line reaches
in vec2 at;
layout (location = 0) out vec4 color;

vec2 around(int i, float radius) {
    float a = float(i) * 0.3926991;
    return vec2(cos(a), sin(a)) * radius;
}

// Inside the mask. Where outlined pieces of two colours meet, the line has the colour that is more of red: changes lie on
// what was added. At its own edge half a pixel of the line reaches inside, or the steps of the mask would be seen.
void inside(vec4 own) {
    vec4 other = own;
    float edge = 1.0;
    for (int i = 0; i < 16; i++) {
        vec4 s = textureLod(mask, at + around(i, width) * texel, 0.0);
        if (s.a > 0.5 && s.r > other.r + 0.02) other = s;
        edge = min(edge, textureLod(mask, at + around(i, 0.8) * texel, 0.0).a);
    }
    if (other.r > own.r + 0.02) {
        color = vec4(other.rgb, 1.0);
    } else if (dashed == 0.0 && edge < 0.6) {
        color = vec4(own.rgb, 0.6 * (1.0 - edge));
    } else {
        discard;
    }
}

// Whether a dash is on, walking along an edge with this normal: by the diagonal that the edge does not follow.
float dash(vec2 normal) {
    vec2 along = vec2(-normal.y, normal.x);
    bool falls = abs(along.x + along.y) < 0.5 * abs(along.x - along.y);
    float way = falls ? gl_FragCoord.x - gl_FragCoord.y : gl_FragCoord.x + gl_FragCoord.y;
    return step(mod(way, 9.0 * dashed), 5.0 * dashed);
}

void main() {
    // Most of a picture is far from any line, outside or inside: one look at a coarse mask tells.
    vec4 coarse = textureLod(mask, at, lod);
    if (coarse.a == 0.0) discard;
    vec4 own = textureLod(mask, at, 0.0);
    if (coarse.a == 1.0 && all(lessThan(abs(coarse.rgb - own.rgb), vec3(0.01)))) discard;
    if (own.a > 0.5) {
        inside(own);
        return;
    }
    vec4 near = vec4(0.0), outer = vec4(0.0);
    float far = 0.0;
    vec2 normal = vec2(0.0);
    for (int i = 0; i < 16; i++) {
        vec4 s = textureLod(mask, at + around(i, width - 0.4) * texel, 0.0);
        vec4 t = textureLod(mask, at + around(i, width * 0.5) * texel, 0.0);
        near = s.a > near.a ? s : near;
        near = t.a > near.a ? t : near;
        vec4 o = textureLod(mask, at + around(i, width + 0.4) * texel, 0.0);
        outer = o.a > outer.a ? o : outer;
        normal += around(i, 1.0) * (s.a + t.a + o.a);
        far = max(far, textureLod(mask, at + around(i, width * 2.0) * texel, 0.0).a);
    }
    // The mask is cleared to nothing, so filtering leaves its colour multiplied by its coverage.
    vec4 hue = near.a > 0.01 ? near : outer;
    float line = max(near.a, outer.a * 0.5);
    if (dashed > 0.0) line *= dash(normal);
    float dark = far * halo * (1.0 - line);
    float alpha = max(line, dark);
    if (alpha < 0.01) discard;
    color = vec4(hue.rgb / max(hue.a, 1e-3) * line / alpha, alpha);
}
