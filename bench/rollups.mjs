/**
 * Uncached response times of screens and the assistant as order lines multiply, and the cost of rollups.
 *
 * Three sources: a business with 100,000 lines, the same with every line ten times, and a business with
 * 1,000,000 lines and about five times as many customers. Each request goes to a freshly started server.
 */
import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Sprout, describeEnvironment, generateDemo } from './sprout.mjs';

const SMALL = Number(process.env.SPROUT_BENCH_LINES ?? 100_000);
const TIMES = 10;
const ROUNDS = Number(process.env.SPROUT_BENCH_ROUNDS ?? 7);
const QUESTIONS = {
  'summary cards': '/api/purchasing/summary',
  recommendations: '/api/purchasing/recommendations',
  'price index': '/api/analytics/supply-price-index',
  'crop yields': '/api/analytics/crop-yield-forecast',
  customers: '/api/customer-segmentation',
};
/** Questions to the assistant. */
const ASSISTANT_QUESTIONS = {
  'sales of a year': 'Sales in the last 12 months',
  'sales by month': 'Sales by month in the last 12 months',
  'top products': 'Top products in the last 12 months',
  'top customers': 'Top customers in the last 12 months',
  'spend by supplier': 'Spend by supplier in the last 12 months',
  'delivery rates': 'On-time delivery by supplier in the last 12 months',
  'low stock': 'Low stock items',
};
const LINES = 'sales_transactions.csv';

const engine = process.argv[2] ?? 'sqlite';
const folder = mkdtempSync(join(tmpdir(), 'sprout-bench-'));
try {
  console.log(`# Rollups on ${engine}\n\n${describeEnvironment(engine)}\n`);
  const today = new Date().toISOString().slice(0, 10);
  const names = {
    small: `${SMALL} lines`,
    dense: `each line ${TIMES} times`,
    large: `${SMALL * TIMES} lines`,
  };
  generateDemo(join(folder, 'small'), SMALL, today);
  await repeatLines(join(folder, 'small'), join(folder, 'dense'));
  generateDemo(join(folder, 'large'), SMALL * TIMES, today);
  const found = {};
  for (const name of Object.keys(names)) found[name] = await measure(name);
  report(names, found);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The source with every line and order repeated `TIMES` times, under new ids. */
async function repeatLines(from, to) {
  cpSync(from, to, { recursive: true });
  const out = createWriteStream(join(to, LINES));
  let header = true;
  for await (const line of createInterface({ input: createReadStream(join(from, LINES)) })) {
    const [id, order, ...rest] = line.split(',');
    const copies = header
      ? [line]
      : Array.from({ length: TIMES }, (_, copy) => [`${id}-${copy}`, `${order}-${copy}`, ...rest].join(','));
    header = false;
    if (!out.write(`${copies.join('\n')}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

async function measure(name) {
  const sprout = new Sprout(join(folder, `server-${name}`), database(name));
  cpSync(join(folder, name), join(sprout.folder, 'warehouse'), { recursive: true });
  await sprout.start();
  await sprout.register();
  const first = await sprout.sync('warehouse');
  const again = await sprout.sync('warehouse');
  const customers = (await sprout.get('/api/customer-segmentation')).data.customersWithOrders;
  await sprout.stop();
  const times = Object.fromEntries(
    [...Object.keys(QUESTIONS), ...Object.keys(ASSISTANT_QUESTIONS)].map((question) => [question, []]),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    await sprout.start();
    await sprout.signIn();
    for (const [question, path] of Object.entries(QUESTIONS)) times[question].push(await sprout.time(path));
    for (const [question, words] of Object.entries(ASSISTANT_QUESTIONS))
      times[question].push(await sprout.timeQuestion(words));
    await sprout.stop();
  }
  return {
    first,
    again,
    customers,
    cold: Object.fromEntries(Object.entries(times).map(([question, all]) => [question, median(all)])),
  };
}

/** A new database on the server that `.ci/with-postgres` has started; none for SQLite, whose file is in the data folder. */
function database(name) {
  if (engine !== 'postgres') return undefined;
  const server = process.env.SPROUT_TEST_POSTGRES;
  execFileSync('psql', [server, '-qc', `create database bench_${name}`]);
  const [base, query] = server.split('?');
  return `${base.slice(0, base.lastIndexOf('/'))}/bench_${name}${query ? `?${query}` : ''}`;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function report(names, found) {
  const { small, dense, large } = found;
  const table = (head, rows) =>
    console.log(
      [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n') + '\n',
    );
  const ms = (value) => `${value.toFixed(1)} ms`;
  const ratio = (of, to) => (of / to).toFixed(2);
  console.log(`## Uncached requests, median of ${ROUNDS}\n`);
  const cold = Object.keys(small.cold).map((question) => {
    const [a, b, c] = [small, dense, large].map((one) => one.cold[question]);
    return [question, ms(a), ms(b), ratio(b, a), ms(c), ratio(c, a)];
  });
  table(['', names.small, names.dense, 'ratio', names.large, 'ratio'], cold);
  console.log(`Customers with orders: ${small.customers}, ${dense.customers}, ${large.customers}.\n`);
  console.log('## Sync of all five tables\n');
  const syncs = [];
  for (const [name, { first, again }] of Object.entries(found)) {
    const without = first.ms - first.rollupMs;
    syncs.push([
      `${names[name]}, first`,
      ms(first.ms),
      ms(first.rollupMs),
      first.rollupRows,
      ratio(first.ms, without),
    ]);
    syncs.push([
      `${names[name]}, unchanged`,
      ms(again.ms),
      ms(again.rollupMs),
      again.rollupRows,
      ratio(again.ms, again.ms - again.rollupMs),
    ]);
  }
  table(['', 'complete', 'rollups', 'rollup rows written', 'complete / without rollups'], syncs);
}
