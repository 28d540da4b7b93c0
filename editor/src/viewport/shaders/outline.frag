// A line around the mask: the mask's colour, and a darker halo beyond it.
uniform sampler2D mask;
uniform vec2 texel;    // one pixel
uniform float width;   // of the line, in pixels
uniform float halo;    // its darkness
uniform float dashed;  // 1: 5 on, 4 off
in vec2 at;
layout (location = 0) out vec4 color;

// Where outlined pieces of two colours meet, the line has the colour that is more of red: changes lie on what was added.
void between(vec4 own) {
    vec4 other = own;
    for (int i = 0; i < 16; i++) {
        float a = float(i) * 0.3926991;
        vec4 s = texture(mask, at + vec2(cos(a), sin(a)) * texel * width);
        if (s.a > 0.5 && s.r > other.r + 0.02) other = s;
    }
    if (other.r < own.r + 0.02) discard;
    color = vec4(other.rgb, 1.0);
}

void main() {
    vec4 own = texture(mask, at);
    if (own.a > 0.5) {
        between(own);
        return;
    }
    vec4 near = vec4(0.0);
    float far = 0.0;
    for (int i = 0; i < 16; i++) {
        float a = float(i) * 0.3926991;
        vec2 d = vec2(cos(a), sin(a)) * texel;
        vec4 s = texture(mask, at + d * width);
        vec4 t = texture(mask, at + d * width * 0.5);
        near = s.a > near.a ? s : near;
        near = t.a > near.a ? t : near;
        far = max(far, texture(mask, at + d * width * 2.0).a);
    }
    float line = near.a;
    if (dashed > 0.5) line *= step(mod(gl_FragCoord.x + gl_FragCoord.y, 9.0), 5.0);
    float dark = far * halo * (1.0 - line);
    float alpha = max(line, dark);
    if (alpha < 0.01) discard;
    // The mask is cleared to nothing, so filtering leaves its colour multiplied by its coverage.
    color = vec4(near.rgb / max(near.a, 1e-3) * line / alpha, alpha);
}
