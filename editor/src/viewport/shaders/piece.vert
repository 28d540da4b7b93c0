// A piece: a shape's vertex placed by an instance. See shapes.rs for base and offset.
uniform mat4 view_projection;

in vec3 base;
in vec3 offset;
in vec3 normal;
in vec2 uv;

in vec4 place;   // position, radius
in vec4 turn;    // quaternion
in vec4 extent;  // half sizes, surface
in vec4 paint;   // colour, alpha
in vec4 tint;    // colour, amount
in vec4 extra;   // texture slot, gloss, 0, 0
in vec4 window;  // the part of the texture: origin, size

out vec3 world;
out vec3 world_normal;
out vec3 local;
out vec3 local_normal;
out vec2 coords;
flat out vec4 v_paint;
flat out vec4 v_tint;
flat out vec4 v_extra;
flat out vec4 v_extent;

vec3 rotate(vec4 q, vec3 v) {
    vec3 t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

void main() {
    float r = place.w;
    local = base * (extent.xyz - vec3(r)) + offset * r;
    local_normal = r > 0.0 ? normal : normalize(normal / max(abs(extent.xyz), vec3(1e-6)) * sign(extent.xyz + vec3(1e-9)));
    world = rotate(turn, local) + place.xyz;
    world_normal = rotate(turn, local_normal);
    float surface = extent.w;
    vec2 flat_coords = local.xz / max(extent.xz, vec2(1e-6)) * 0.5 + 0.5;
    coords = surface == 1.0 ? uv : flat_coords;
    coords = window.xy + coords * window.zw;
    v_paint = paint;
    v_tint = tint;
    v_extra = extra;
    v_extent = extent;
    gl_Position = view_projection * vec4(world, 1.0);
    // Marks lie on surfaces: a little nearer, or they would flicker.
    if (surface == 7.0) gl_Position.z -= 0.0006 * gl_Position.w;
    // Ghosts stand where other pieces stand now: a little farther, for the same reason.
    else if (paint.a < 0.5) gl_Position.z += 0.0004 * gl_Position.w;
}
