/** Runs single tests of docs/spec-coverage.md and returns what the runner reported. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { rustTest, titlePattern } from './page.mjs';
import { readCargo, readPlaywright, readVitest } from './reports.mjs';

const WORK = resolve('target/spec-mutants');

/** Runs a command to its end; returns its exit code and output. */
function execute(command, args, { cwd = '.', env = {} } = {}) {
  return new Promise((done, fail) => {
    let output = '';
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('error', fail);
    child.on('close', (code) => done({ code, output }));
  });
}

async function build(...targets) {
  const { code, output } = await execute('make', targets);
  if (code !== 0) throw new Error(`"make ${targets.join(' ')}" failed:\n${output.slice(-2000)}`);
}

/** Runs a runner that writes `report`, and reads it; no results if it did not get that far. */
async function runWithReport(report, parse, command, args) {
  const path = `${WORK}/${report}`;
  mkdirSync(WORK, { recursive: true });
  rmSync(path, { force: true });
  const { output } = await execute(command, args, { cwd: 'frontend', env: { SPROUT_TEST_REPORTS: WORK } });
  return { results: existsSync(path) ? parse(readFileSync(path, 'utf8')) : [], output };
}

const files = (tests) => [...new Set(tests.map(({ file }) => file.slice('frontend/'.length)))];

/** One pattern for several titles, with the blank by which Vitest and Playwright join describe blocks. */
const anyTitle = (tests) =>
  tests.map(({ title }) => `${titlePattern(title.replaceAll(' › ', ' '))}$`).join('|');

/** By runner, cheapest first. Each takes tests of the page. */
export const runners = {
  app: (tests) =>
    runWithReport('vitest.json', readVitest, 'npx', [
      'vitest',
      'run',
      ...files(tests),
      '-t',
      anyTitle(tests),
    ]),

  async api(tests) {
    const found = { results: [], output: '' };
    for (const binary of new Set(tests.map((test) => rustTest(test).binary))) {
      const paths = tests.map(rustTest).filter((each) => each.binary === binary);
      const { output } = await execute(
        'cargo',
        ['test', '--package', 'api', '--test', binary, '--', '--exact', ...paths.map(({ path }) => path)],
        { env: { SPROUT_TEST_DB: 'sqlite' } },
      );
      found.results.push(...readCargo(output));
      found.output += output;
    }
    return found;
  },

  async e2e(tests) {
    await build('frontend/dist/index.html', 'debug-binary');
    return runWithReport('playwright.json', readPlaywright, 'npx', [
      'playwright',
      'test',
      ...files(tests),
      '--grep',
      anyTitle(tests),
    ]);
  },
};
