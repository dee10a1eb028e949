/** Reads docs/spec-coverage.md: the statements of the specification, and the tests behind their keys. */
import { readFileSync } from 'node:fs';

export const PAGE = 'docs/spec-coverage.md';

/**
 * One test of the page. `title` joins describe blocks and test by ` › `; `*` in it matches any text.
 * @typedef {{ key: string, file: string, title: string }} BoundTest
 *
 * One statement; `name` is unique on the page.
 * @typedef {{ name: string, keys: string[] }} Row
 */

/**
 * @param {string} text The page.
 * @returns {{ rows: Row[], tests: Map<string, BoundTest>, faults: string[] }}
 */
export function parsePage(text) {
  const rows = [];
  const tests = new Map();
  const faults = [];
  let section = '';
  let group;
  for (const line of text.split('\n')) {
    const heading = /^## (.+)$/.exec(line);
    const file = /^### (\S+): `(.+)`$/.exec(line);
    const item = /^(\d+)\. `(.+)`$/.exec(line);
    const cells = /^\| (.+) \| (.+) \|$/.exec(line);
    if (heading) {
      section = heading[1];
      group = undefined;
    } else if (section === 'Tests' && file) {
      group = { prefix: file[1], file: file[2], count: 0 };
    } else if (section === 'Tests' && item) {
      if (!group || Number(item[1]) !== ++group.count) faults.push(`Not the next number: ${line}`);
      const key = `${group?.prefix}/${item[1]}`;
      if (tests.has(key)) faults.push(`Two tests have the key ${key}`);
      tests.set(key, { key, file: group?.file ?? '', title: item[2] });
    } else if (section !== 'Tests' && cells && cells[1] !== 'Statement') {
      rows.push({ name: `${section.split(' ')[0]} ${cells[1]}`, keys: cells[2].split(', ') });
    }
  }
  const names = new Set();
  const used = new Set(rows.flatMap(({ keys }) => keys));
  for (const { name, keys } of rows) {
    if (names.has(name)) faults.push(`Two rows state: ${name}`);
    names.add(name);
    for (const key of keys) if (!tests.has(key)) faults.push(`${name}: there is no test ${key}`);
  }
  for (const key of tests.keys()) if (!used.has(key)) faults.push(`No row uses the test ${key}`);
  if (rows.length === 0) faults.push('There are no rows');
  return { rows, tests, faults };
}

export const readPage = () => parsePage(readFileSync(PAGE, 'utf8'));

/** A regular expression source that matches a title of the page. */
export function titlePattern(title) {
  return title
    .split('*')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
}

/** Which runner reports the tests of a file: Vitest (`app`), Playwright (`e2e`) or Cargo (`api`). */
export function runnerOf(file) {
  if (/^frontend\/e2e\/.+\.spec\.ts$/.test(file)) return 'e2e';
  if (/^frontend\/src\/.+\.test\.tsx?$/.test(file)) return 'app';
  if (/^api\/tests\/.+\.rs$/.test(file)) return 'api';
  return undefined;
}

/** Test binary and path of a Rust test: `api/tests/it/a/b.rs`, `c` is `a::b::c` of `it`. */
export function rustTest({ file, title }) {
  const [binary, ...modules] = file.slice('api/tests/'.length, -'.rs'.length).split('/');
  if (modules.at(-1) === 'main') modules.pop();
  return { binary, path: [...modules, ...title.split(' › ')].join('::') };
}
