/** Reads the test reports of Vitest, Playwright and Cargo into one form. */
import { relative } from 'node:path';
import { rustTest, runnerOf, titlePattern } from './page.mjs';

/**
 * One test as reported. `assertions` is missing where the runner itself fails tests without assertions.
 * @typedef {{ file: string, title: string, status: string, assertions?: number }} Result
 */

/** Results of Vitest's JSON reporter. */
export function readVitest(text, root = process.cwd()) {
  return JSON.parse(text).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: relative(root, name),
      title: [...ancestorTitles, title].join(' › '),
      status,
    })),
  );
}

/** Results of frontend/e2e/assertion_reporter.ts. */
export function readPlaywright(text) {
  return JSON.parse(text).tests;
}

/** Results in the output of `cargo test`, with the test binary as file. */
export function readCargo(text) {
  const results = [];
  let binary = '';
  for (const line of text.split('\n')) {
    const running = /^\s+Running (?:tests\/(\S+?)(?:\/main)?\.rs|\S.*) \(/.exec(line);
    if (running) binary = running[1] ?? '';
    const test = /^test (\S+)(?: - should panic)? \.\.\. (ok|FAILED|ignored)/.exec(line);
    if (test) results.push({ file: binary, title: test[1], status: test[2] === 'ok' ? 'passed' : test[2] });
  }
  return results;
}

/**
 * Results of a test of the page. Several, if its title contains `*` or the runner reports it repeatedly.
 * @param {import('./page.mjs').BoundTest} test
 * @param {Result[]} results Of the runner of its file.
 * @returns {Result[]}
 */
export function resultsOf(test, results) {
  const { binary, path } = runnerOf(test.file) === 'api' ? rustTest(test) : {};
  const pattern = new RegExp(`^${titlePattern(path ?? test.title)}$`);
  return results.filter(({ file, title }) => file === (binary ?? test.file) && pattern.test(title));
}
