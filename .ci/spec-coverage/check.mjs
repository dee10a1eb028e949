/** Compares the tests of the page with what the runners reported. */
import { runnerOf } from './page.mjs';
import { resultsOf } from './reports.mjs';

/**
 * What is wrong with a test of the page; nothing if it ran, passed and made an assertion everywhere.
 * @param {import('./page.mjs').BoundTest} test
 * @param {Record<string, import('./reports.mjs').Result[][]>} reports By runner, one list per run.
 * @param {(path: string) => Set<string>} asserting Names of the functions of a Rust file that assert.
 * @returns {string | undefined}
 */
function testFault(test, reports, asserting) {
  const runner = runnerOf(test.file);
  if (!runner) return 'is not in a test file';
  const name = test.title.split(' › ').at(-1);
  if (runner === 'api' && !asserting(test.file).has(name)) return 'makes no assertion';
  for (const results of reports[runner]) {
    const found = resultsOf(test, results);
    if (found.length === 0) return 'did not run';
    for (const { title, status, assertions } of found) {
      const which = test.title.includes('*') ? ` ("${title}")` : '';
      if (status !== 'passed') return `did not pass: ${status}${which}`;
      if (assertions === 0) return `makes no assertion${which}`;
    }
  }
  return undefined;
}

/** Every fault of the page, one line each. */
export function coverageFaults({ rows, tests, faults }, reports, asserting) {
  const found = [...faults];
  for (const test of tests.values()) {
    const fault = testFault(test, reports, asserting);
    if (!fault) continue;
    const names = rows.filter(({ keys }) => keys.includes(test.key)).map(({ name }) => `    ${name}`);
    found.push(`${test.file} › ${test.title}\n  ${fault}. It covers:\n${names.join('\n')}`);
  }
  return found;
}
