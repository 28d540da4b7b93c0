// Reading an entry script as the platform's scan does: as text, so that a call in a comment counts too.

// The calls that the documents tie to a capability.
export const CAPABILITY_OF = {
  createObject: "spawn-object",
  registerAction: "register-action",
  getVariant: "read-context",
  getUnredactedSnapshot: "read-hidden-information",
  setUiElement: "ui",
  playSound: "play-sound",
  callPlugin: "plugin-call",
  log: "log",
};

// `myapi.log(` is another object's.
const API = "(?<![\\p{Alphabetic}\\p{N}_$])api\\.";
const CALL = new RegExp(`${API}(${Object.keys(CAPABILITY_OF).join("|")})\\(`, "gu");

// The names of the calls in a script, each once.
export function capabilityCalls(script) {
  return new Set(Array.from(script.matchAll(CALL), ([, name]) => name));
}

// Two plain strings, the second followed by a comma or the end of the call.
const BLANK = "(?:\\s|/\\*[^]*?\\*/|//[^\\n]*\\n)*";
const PLAIN = "(?:\"([^\"\\\\\\n\\r]*)\"|'([^'\\\\\\n\\r]*)'|`((?:[^`\\\\\\n\\r$]|\\$(?!\\{))*)`)";
const TARGET = new RegExp(`${BLANK}${PLAIN}${BLANK},${BLANK}${PLAIN}${BLANK}[,)]`, "y");
const PLUGIN_CALL = new RegExp(`${API}callPlugin\\(`, "gu");

// The plugin and the function of each call; `undefined` for one whose target cannot be read.
export function pluginCalls(script) {
  return Array.from(script.matchAll(PLUGIN_CALL), (call) => {
    TARGET.lastIndex = call.index + call[0].length;
    const found = TARGET.exec(script);
    return found === null ? undefined : found.slice(1).filter((name) => name !== undefined);
  });
}
