/** Writes outcome and number of assertions of every test, for `.ci/spec-coverage.mjs`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Reporter, Suite, TestCase, TestStep } from '@playwright/test/reporter';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** Counts `expect` calls of the test itself; every test has those of hooks and fixtures. */
function countAssertions(steps: readonly TestStep[]): number {
  return steps.reduce((sum, { category, steps: inner }) => {
    if (category === 'hook' || category === 'fixture') return sum;
    return sum + (category === 'expect' ? 1 : 0) + countAssertions(inner);
  }, 0);
}

function describeTest(test: TestCase) {
  // The path starts with the root, the project and the file.
  const [, , , ...titles] = test.titlePath();
  const last = test.results.at(-1);
  const status = test.expectedStatus === 'passed' ? last?.status : `expected to be ${test.expectedStatus}`;
  return {
    file: relative(REPOSITORY, test.location.file),
    title: titles.join(' › '),
    status: status ?? 'not run',
    assertions: countAssertions(last?.steps ?? []),
  };
}

export default class AssertionReporter implements Reporter {
  private suite: Suite | undefined;

  constructor(private readonly options: { outputFile: string }) {}

  onBegin(_config: unknown, suite: Suite) {
    this.suite = suite;
  }

  onEnd() {
    const tests = (this.suite?.allTests() ?? []).map(describeTest);
    mkdirSync(dirname(this.options.outputFile), { recursive: true });
    writeFileSync(this.options.outputFile, JSON.stringify({ tests }, null, 1));
  }

  printsToStdio() {
    return false;
  }
}
