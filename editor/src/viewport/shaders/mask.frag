// Which pixels belong to an outlined piece, and in what colour.
flat in vec4 v_tint;
layout (location = 0) out vec4 color;
void main() { color = v_tint; }
