// Whether a text holds something that looks like a credential. The platform does not print what its tripwire knows; these
// are the published forms of well-known keys, long enough that no word of a language has them.

// What stands in front, how many characters follow at least, and which; one of them is a digit, for words have none.
const FORMS = [
  ["(?:AKIA|ASIA|ABIA|ACCA)", 16, "[A-Z0-9]"],
  ["gh[pousr]_", 36, "[A-Za-z0-9]"],
  ["github_pat_", 22, "[\\w-]"],
  ["glpat-", 20, "[\\w-]"],
  ["xox[abeprs]-", 10, "[\\w-]"],
  ["AIza", 35, "[\\w-]"],
  ["[sr]k_(?:live|test)_", 16, "[A-Za-z0-9]"],
  ["npm_", 36, "[A-Za-z0-9]"],
  ["pypi-AgE", 16, "[\\w-]"],
  ["hf_", 30, "[A-Za-z0-9]"],
  ["SG\\.", 60, "[\\w.-]"],
  ["do[po]_v1_", 64, "[A-Za-z0-9]"],
  ["sk-", 20, "[\\w-]"],
];
const KEYS = FORMS.map(([prefix, least, of]) => `${prefix}(?=${of}*\\d)${of}{${least}}`);
// A signed web token: three parts in base64, of which the first two are JSON objects.
const TOKEN = "eyJ[\\w-]{7,}\\.eyJ[\\w-]{7,}\\.[\\w-]{10}";
const WORD = new RegExp(`(?<![\\p{Alphabetic}\\p{N}_-])(?:${[...KEYS, TOKEN].join("|")})`, "u");
const PRIVATE_KEY = /-----BEGIN (?:(?!-----)[^])*?PRIVATE KEY(?:-----|$)/;
// An address with a name and a password.
const PASSWORD = /:\/\/[^:/?# ]+:[^/?# ]{6,}@/;

export const isSecret = (text) => WORD.test(text) || PRIVATE_KEY.test(text) || PASSWORD.test(text);
