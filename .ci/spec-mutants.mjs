/**
 * Changes one literal of the app after the other and checks that the rows of docs/spec-coverage.md that
 * state it fail: `node .ci/spec-mutants.mjs [NAME...]`. .ci/spec-mutants.json lists the changes. Only tests
 * of those rows run, cheapest runner first, until each row has failed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { readPage, runnerOf } from './spec-coverage/page.mjs';
import { resultsOf } from './spec-coverage/reports.mjs';
import { runners } from './spec-coverage/runners.mjs';

/** @typedef {{ name: string, file: string, from: string, to: string, rows: string[] }} Mutant */

class MutantError extends Error {}

const page = readPage();

/** @type {Mutant[]} */
const mutants = JSON.parse(readFileSync('.ci/spec-mutants.json', 'utf8')).filter(
  ({ name }) => process.argv.length === 2 || process.argv.slice(2).includes(name),
);

/** The file with the change and without it. */
function readMutant({ name, file, from, to }) {
  const original = readFileSync(file, 'utf8');
  if (original.split(from).length !== 2)
    throw new MutantError(`${name}: ${file} does not contain "${from}" once.`);
  // A function, so that `$` in the replacement has no meaning.
  return { original, mutated: original.replace(from, () => to) };
}

function checkMutants() {
  if (mutants.length === 0) throw new MutantError('No mutant has that name.');
  const names = new Set(page.rows.map(({ name }) => name));
  for (const mutant of mutants) {
    readMutant(mutant);
    for (const row of mutant.rows)
      if (!names.has(row)) throw new MutantError(`${mutant.name}: no row "${row}".`);
  }
  const files = [...new Set(mutants.map(({ file }) => file))];
  const changed = execFileSync('git', ['status', '--porcelain', '--', ...files], { encoding: 'utf8' });
  if (changed) throw new MutantError(`Commit or stash these changes first:\n${changed}`);
}

/** The file that is changed now, to be restored whatever happens. */
let active;

function restore() {
  if (active) writeFileSync(active.file, active.original);
  active = undefined;
}

process.on('exit', restore);
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])
  process.on(signal, () => process.exit(code));

/** Tests of a row for a runner. */
const testsOf = (row, runner) =>
  page.rows
    .find(({ name }) => name === row)
    .keys.map((key) => page.tests.get(key))
    .filter(({ file }) => runnerOf(file) === runner);

/** Tests that are known to pass without any change. */
const passing = new Set();

/** Fails unless the tests pass as they are: a test that fails anyway would prove nothing. */
async function checkBaseline(runner, tests) {
  const unknown = [...new Set(tests)].filter((test) => !passing.has(test));
  if (unknown.length === 0) return;
  const { results, output } = await runners[runner](unknown);
  for (const test of unknown) {
    const found = resultsOf(test, results);
    if (found.length === 0 || found.some(({ status }) => status !== 'passed'))
      throw new MutantError(`${test.file} › ${test.title} does not pass:\n${output.slice(-3000)}`);
    passing.add(test);
  }
}

/** Rows of a mutant that failed, each with the test that failed. */
async function failedRows(mutant) {
  const failed = new Map();
  for (const runner of Object.keys(runners)) {
    const pending = mutant.rows.filter((row) => !failed.has(row));
    const tests = [...new Set(pending.flatMap((row) => testsOf(row, runner)))];
    if (tests.length === 0) continue;
    await checkBaseline(runner, tests);
    const { original, mutated } = readMutant(mutant);
    active = { file: mutant.file, original };
    writeFileSync(mutant.file, mutated);
    const { results } = await runners[runner](tests).finally(restore);
    for (const row of pending) {
      const killer = testsOf(row, runner).find((test) =>
        resultsOf(test, results).some(({ status }) => ['failed', 'FAILED', 'timedOut'].includes(status)),
      );
      if (killer) failed.set(row, killer);
    }
  }
  return failed;
}

async function main() {
  checkMutants();
  // Baselines of the cheap runners in one run each.
  for (const runner of ['app', 'api']) {
    const tests = mutants.flatMap(({ rows }) => rows.flatMap((row) => testsOf(row, runner)));
    if (tests.length > 0) await checkBaseline(runner, tests);
  }
  let survived = 0;
  console.log('| Mutant | File | Row | Result | Failed test | Time |\n|---|---|---|---|---|---|');
  for (const mutant of mutants) {
    const start = Date.now();
    const failed = await failedRows(mutant);
    const seconds = Math.round((Date.now() - start) / 1000);
    for (const row of mutant.rows) {
      const test = failed.get(row);
      if (!test) survived++;
      const failure = test ? `failed | ${test.file} › ${test.title}` : 'SURVIVED |';
      console.log(`| ${mutant.name} | ${mutant.file} | ${row} | ${failure} | ${seconds} s |`);
    }
  }
  if (survived > 0) throw new MutantError(`${survived} rows passed although the app had changed.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof MutantError ? error.message : error);
  process.exit(1);
}
