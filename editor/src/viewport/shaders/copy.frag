// The finished picture onto its target.
uniform sampler2D picture;
in vec2 at;
layout (location = 0) out vec4 color;
void main() { color = vec4(texture(picture, at).rgb, 1.0); }
