/**
 * Fails unless every test that docs/spec-coverage.md names ran, passed and made an assertion. Reads the
 * reports that `make test` writes to target/test-reports.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverageFaults } from './spec-coverage/check.mjs';
import { PAGE, readPage } from './spec-coverage/page.mjs';
import { readCargo, readPlaywright, readVitest } from './spec-coverage/reports.mjs';
import { assertingFunctions } from './spec-coverage/rust-assertions.mjs';

const REPORTS = process.env.SPROUT_TEST_REPORTS ?? 'target/test-reports';

function readReport(name, parse) {
  try {
    return parse(readFileSync(join(REPORTS, name), 'utf8'));
  } catch (error) {
    console.error(`Cannot read the report ${name}: ${error.message}. Run "make test".`);
    process.exit(1);
  }
}

/** Nothing for a file that does not exist: its tests did not run either. */
function readAsserting(path) {
  return existsSync(path) ? assertingFunctions(readFileSync(path, 'utf8')) : new Set();
}

const page = readPage();
const faults = coverageFaults(
  page,
  {
    app: [readReport('vitest.json', readVitest)],
    e2e: [readReport('playwright.json', readPlaywright)],
    api: [readReport('rust-sqlite.txt', readCargo), readReport('rust-postgres.txt', readCargo)],
  },
  readAsserting,
);
if (faults.length > 0) {
  console.error(`${PAGE}:\n${faults.join('\n')}`);
  process.exit(1);
}
console.log(`${page.rows.length} statements are covered by ${page.tests.size} tests.`);
