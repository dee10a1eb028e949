/** Finds the Rust functions that make an assertion. */

/** The source with comments, strings and character literals blanked out; positions stay. */
export function maskRust(source) {
  const blank = (text) => text.replace(/[^\n]/g, ' ');
  const token =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\b[bc]?r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\(?:u\{[^}]*\}|x..|.)|[^'\\\n])'/g;
  return source.replace(token, blank);
}

/** The functions of a source: name and masked body. */
function rustFunctions(source) {
  const masked = maskRust(source);
  const functions = [];
  for (const match of masked.matchAll(/\bfn (\w+)/g)) {
    let nesting = 0;
    let start;
    // A `;` before the body ends a declaration without one; `[u8; 4]` in a signature does not.
    for (let at = match.index; at < masked.length; at++) {
      const char = masked[at];
      if ('{(['.includes(char)) {
        if (char === '{' && nesting === 0) start ??= at;
        nesting++;
      } else if ('})]'.includes(char)) {
        nesting--;
        if (char === '}' && nesting === 0 && start !== undefined) {
          functions.push({ name: match[1], body: masked.slice(start, at + 1) });
          break;
        }
      } else if (char === ';' && nesting === 0) break;
    }
  }
  return functions;
}

const ASSERTION = /\b(?:debug_)?(?:assert\w*|panic|unreachable)!/;

/**
 * The functions of a file that assert, themselves or in a function of the same file that they call. Those
 * of other files do not count: starting the app or signing in asserts too, and proves nothing of a test.
 * @returns {Set<string>} Their names.
 */
export function assertingFunctions(source) {
  const functions = rustFunctions(source);
  const asserting = new Set();
  const asserts = ({ body }) =>
    ASSERTION.test(body) ||
    [...body.matchAll(/\b(\w+)(?:::<[^;{}]*?>)?\(/g)].some(([, name]) => asserting.has(name));
  for (let known = -1; known < asserting.size;) {
    known = asserting.size;
    for (const each of functions) if (asserts(each)) asserting.add(each.name);
  }
  return asserting;
}
