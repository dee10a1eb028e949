import assert from 'node:assert/strict';
import test from 'node:test';
import { coverageFaults } from './spec-coverage/check.mjs';
import { parsePage, readPage, runnerOf, rustTest, titlePattern } from './spec-coverage/page.mjs';
import { readCargo, readPlaywright, readVitest, resultsOf } from './spec-coverage/reports.mjs';
import { assertingFunctions, maskRust } from './spec-coverage/rust-assertions.mjs';

const PAGE = `# Specification coverage

## 2. Screens

| Statement | Tests |
|---|---|
| / shows the Dashboard | app/routes/1, e2e/routes/1 |
| Values are computed | api/market/1 |

## Tests

### api/market: \`api/tests/it/market.rs\`

1. \`computes_values\`

### app/routes: \`frontend/src/app/routes.test.tsx\`

1. \`the table › * opens the Dashboard\`

### e2e/routes: \`frontend/e2e/routes.spec.ts\`

1. \`Dashboard: / (dark)\`
`;

const vitest = (status = 'passed', title = '/ opens the Dashboard') =>
  readVitest(
    JSON.stringify({
      testResults: [
        {
          name: '/sprout/frontend/src/app/routes.test.tsx',
          assertionResults: [{ ancestorTitles: ['the table'], title, status }],
        },
      ],
    }),
    '/sprout',
  );
const playwright = (status = 'passed', assertions = 3) =>
  readPlaywright(
    JSON.stringify({
      tests: [{ file: 'frontend/e2e/routes.spec.ts', title: 'Dashboard: / (dark)', status, assertions }],
    }),
  );
const cargo = (status = 'ok') =>
  readCargo(`     Running unittests src/lib.rs (target/debug/deps/api-1)
test market::computes_values ... FAILED
     Running tests/it/main.rs (target/debug/deps/it-1)
test market::computes_values ... ${status}
`);

function faultsOf({
  page = PAGE,
  app = vitest(),
  e2e = playwright(),
  api = [cargo()],
  asserting = ['computes_values'],
}) {
  return coverageFaults(parsePage(page), { app: [app], e2e: [e2e], api }, () => new Set(asserting));
}

test('a page whose tests all passed has no faults', () => {
  assert.deepEqual(faultsOf({}), []);
});

test('a renamed test is a fault, and names the rows that it covers', () => {
  const [fault, ...others] = faultsOf({ app: vitest('passed', '/ opens another page') });
  assert.match(fault, /routes\.test\.tsx › the table › \* opens the Dashboard\n {2}did not run/);
  assert.match(fault, /2\. \/ shows the Dashboard/);
  assert.deepEqual(others, []);
});

test('a test that was skipped, left to do, ignored or failed is a fault', () => {
  for (const status of ['skipped', 'todo', 'pending', 'failed'])
    assert.match(faultsOf({ app: vitest(status) })[0], new RegExp(`did not pass: ${status}`));
  for (const status of ['skipped', 'failed', 'timedOut', 'expected to be failed'])
    assert.match(faultsOf({ e2e: playwright(status) })[0], new RegExp(`did not pass: ${status}`));
  for (const status of ['ignored', 'FAILED'])
    assert.match(faultsOf({ api: [cargo(), cargo(status)] })[0], new RegExp(`did not pass: ${status}`));
});

test('a test without assertions is a fault', () => {
  assert.match(faultsOf({ e2e: playwright('passed', 0) })[0], /makes no assertion/);
  assert.match(faultsOf({ asserting: [] })[0], /makes no assertion/);
});

test('every run of the Rust tests has to contain them', () => {
  assert.match(faultsOf({ api: [cargo(), readCargo('')] })[0], /did not run/);
});

test('rows need tests that exist, tests need rows, and statements are unique', () => {
  const faults = (from, to) => faultsOf({ page: PAGE.replace(from, to) }).join('\n');
  assert.match(
    faults('api/market/1 |', 'api/market/2 |'),
    /no test api\/market\/2[\s\S]*No row uses the test api\/market\/1/,
  );
  assert.match(
    faults('Values are computed', '/ shows the Dashboard'),
    /Two rows state: 2\. \/ shows the Dashboard/,
  );
  assert.match(faults('1. `computes', '3. `computes'), /Not the next number/);
});

test('the page of the repository has no faults of its own', () => {
  const { rows, tests, faults } = readPage();
  assert.deepEqual(faults, []);
  assert.ok(rows.length > 250);
  for (const { file } of tests.values()) assert.ok(runnerOf(file), file);
});

test('titles match to the letter, but for the asterisk', () => {
  const matches = (title, reported) => new RegExp(`^${titlePattern(title)}$`).test(reported);
  assert.ok(matches('a (b) * c?', 'a (b) and c?'));
  assert.ok(!matches('a.b', 'axb'));
  assert.ok(!matches('a', 'a b'));
});

test('Rust tests are found by module path', () => {
  const path = (file, title) => rustTest({ file, title });
  assert.deepEqual(path('api/tests/it/data_sync/runs.rs', 'a'), { binary: 'it', path: 'data_sync::runs::a' });
  assert.deepEqual(path('api/tests/kills/main.rs', 'a'), { binary: 'kills', path: 'a' });
});

test('Rust functions assert by a macro or by a function of their file', () => {
  const names = assertingFunctions(`
    fn direct() { assert_eq!(1, 1); }
    async fn helper<T: Into<[u8; 4]>>(of: T) { check(&of).await; }
    async fn check(text: &str) { let brace = '}'; assert!(text.len() > 1); }
    fn emptied() { TestApp::start(); }
    fn commented() { /* assert!(true) */ // assert!(true)
      let text = "assert!(true) }"; let raw = r#"assert!("#; }
    trait Checks { fn declared(&self); }
    fn last<'a>(text: &'a str) { commented() }
  `);
  assert.deepEqual([...names].sort(), ['check', 'direct', 'helper']);
});

test('masking keeps positions and lifetimes', () => {
  const source = `fn a<'a>(b: &'a str) -> char { '"' } // "`;
  const masked = maskRust(source);
  assert.equal(masked.length, source.length);
  assert.equal(masked.trimEnd(), `fn a<'a>(b: &'a str) -> char {     }`);
});

test('results of a test are found by file and title', () => {
  const { tests } = parsePage(PAGE);
  const statuses = (key, results) => resultsOf(tests.get(key), results).map(({ status }) => status);
  assert.deepEqual(statuses('api/market/1', cargo('FAILED')), ['FAILED']);
  assert.deepEqual(statuses('app/routes/1', [...vitest(), ...vitest('failed')]), ['passed', 'failed']);
  assert.deepEqual(statuses('app/routes/1', vitest('passed', '/ shows the Dashboard')), []);
  assert.deepEqual(statuses('e2e/routes/1', cargo()), []);
});
