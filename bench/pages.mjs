/**
 * Every main page in Chromium on TPC-H data: time until its content shows, long tasks, rows, requests, and the
 * latency of interactions (INP), on a desktop and on a phone whose CPU is four times slower.
 *
 * The data is that of `size.py`, in the same folder, at scale 0.34: 51,000 customers, 68,000 items, 2.4 million
 * order lines. SPROUT_BENCH_KEEP=1 measures the database of the run before, without a sync.
 * SPROUT_BENCH_APP serves the app of a folder, such as frontend/dist, instead of the binary's own.
 * SPROUT_BENCH_ONLY measures the pages and steps whose names contain it; SPROUT_BENCH_PROFILES is a folder for
 * their CPU profiles.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MeasuredPage, launchBrowser, serveApp } from './browser.mjs';
import { Sprout, SIGN_IN, describeEnvironment } from './sprout.mjs';

const FOLDER = resolve(
  process.env.SPROUT_BENCH_FOLDER ?? join(import.meta.dirname, '..', 'target', 'bench-size'),
);
const SCALE = process.env.SPROUT_BENCH_SCALE ?? '0.34';
const ROUNDS = Number(process.env.SPROUT_BENCH_ROUNDS ?? 3);
const KEEP = process.env.SPROUT_BENCH_KEEP === '1';
const APP = process.env.SPROUT_BENCH_APP;
const ONLY = process.env.SPROUT_BENCH_ONLY ?? '';
const PROFILES = process.env.SPROUT_BENCH_PROFILES;
/** A server that runs already, while its figures may still be computed. */
const SERVER = process.env.SPROUT_BENCH_SERVER;

/** What is required, in milliseconds and rows. */
const MAX_LATENCY_MS = 200;
const MAX_OPENING_MS = 300;
const MAX_ROWS = 200;

const VIEWPORTS = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844, slowdown: 4, isPhone: true },
};

/** What is computed after a sync. Each says whether its figures are of the data before it. */
const FIGURES = [
  '/api/purchasing/summary',
  '/api/purchasing/recommendations?limit=200',
  '/api/purchasing/plan?limit=50',
  '/api/purchasing/position?limit=50',
  '/api/analytics/supply-price-index',
  '/api/analytics/crop-yield-forecast',
  '/api/analytics/methods',
  '/api/customer-segmentation',
  '/api/customers?limit=200',
  '/api/call-list?limit=20',
  '/api/market/overview',
  '/api/supply-prices/outliers',
  '/api/ai-bot/suggestions',
];
const MAX_COMPUTING_MS = 900_000;

const panel = (page, name) => page.getByRole('region', { name, exact: true });
const dialog = (page, name) => page.getByRole('dialog', name && { name });
const ROWS = ':is(tbody tr, ul > li)';

/** A step that presses something, with a finger on a phone. */
const press = (name, find, more) => ({
  name,
  find,
  act: (target, isPhone) => (isPhone ? target.tap() : target.click()),
  ...more,
});
/** A step that types with the keyboard. */
const type = (name, find, text, more) => ({
  name,
  find,
  act: async (target) => {
    await target.focus();
    await target.pressSequentially(text, { delay: 80 });
  },
  ...more,
});
const pressKey = (name, find, key, times = 1) => ({
  name,
  find,
  act: async (target) => {
    await target.focus();
    for (let i = 0; i < times; i += 1) await target.press(key, { delay: 40 });
  },
});
const closeDialog = (name) => ({
  name,
  find: (page) => dialog(page),
  act: (target) => target.page().keyboard.press('Escape'),
});

/** The steps of a table, by the names of its panel and buttons. */
function tableSteps(title, { search, details, more, hasAll = true } = {}) {
  const within = (find) => (page) => find(panel(page, title));
  const of = (action) => `${action}: ${title}`;
  return [
    {
      ...press(
        of('sort'),
        within((table) => table.locator('thead button').nth(1)),
      ),
      on: 'desktop',
    },
    {
      ...pressKey(
        of('sort'),
        within((table) => table.getByLabel('Sort by')),
        'ArrowDown',
      ),
      on: 'phone',
    },
    ...(search
      ? [
          type(
            of('search'),
            within((table) => table.getByLabel(search)),
            '000',
          ),
          pressKey(
            of('clear the search'),
            within((table) => table.getByLabel(search)),
            'Backspace',
            3,
          ),
        ]
      : []),
    press(
      of('open the filters'),
      within((table) => table.getByRole('button', { name: /^Table options/ })),
      {
        shows: { css: 'dialog[open]' },
      },
    ),
    closeDialog(of('close the filters')),
    ...(details
      ? [
          press(
            of('open details'),
            within((table) => table.getByRole('button', { name: details }).first()),
          ),
        ]
      : []),
    ...(hasAll
      ? [
          press(
            of('show all'),
            within((table) => table.getByRole('button', { name: /^Show all/ })),
          ),
        ]
      : []),
    ...(more
      ? [2, 3].map((page) =>
          press(
            of(`page ${page}`),
            within((table) => table.getByRole('button', { name: more })),
          ),
        )
      : []),
    ...(hasAll
      ? [
          {
            ...press(
              of('sort all'),
              within((table) => table.locator('thead button').nth(2)),
            ),
            on: 'desktop',
          },
        ]
      : []),
  ];
}

const mainButton = (name) => (page) => page.getByRole('main').getByRole('button', { name }).first();
const orderDialog = (page) => dialog(page, 'Create draft orders');

/** The last steps on every page. */
const PALETTE = [
  press('open the palette', (page) => page.getByRole('button', { name: /^Search \(/ }), {
    shows: { css: 'dialog[open] [role=combobox]' },
  }),
  type('search in the palette', (page) => page.getByRole('combobox'), 'almond'),
  closeDialog('close the palette'),
];

/** The pages, what shows that their content is there, and what people do on them. */
const PAGES = [
  {
    path: '/',
    shows: { panel: 'Purchase Recommendations', css: ROWS },
    steps: [
      ...tableSteps('Purchase Recommendations', {
        search: 'Search items',
        details: /^Why\?/,
        more: /^Show \d+ more/,
      }),
      press('select a row', (page) => panel(page, 'Purchase Recommendations').getByRole('checkbox').nth(3)),
      press('order the selection', mainButton('Order selection'), {
        shows: { css: `dialog[open] ${ROWS}` },
        isOpening: true,
      }),
      closeDialog('close the order'),
      press('clear the selection', mainButton('Clear selection')),
      press('order all', mainButton('Create draft orders'), {
        shows: { css: `dialog[open] ${ROWS}` },
        isOpening: true,
      }),
      type(
        'edit a quantity',
        (page) =>
          orderDialog(page)
            .getByLabel(/^Quantity of/)
            .first(),
        '12',
      ),
      press('leave a line out', (page) => orderDialog(page).getByRole('checkbox').nth(2)),
      press('leave all lines out', (page) =>
        orderDialog(page).getByRole('button', { name: 'Clear selection' }).first(),
      ),
      closeDialog('close the order of all'),
    ],
  },
  {
    path: '/purchase-patterns',
    shows: { panel: 'Customer Purchasing Patterns', css: ROWS },
    steps: tableSteps('Customer Purchasing Patterns', {
      search: 'Search customers',
      details: /^Details/,
      more: /^Show \d+ more/,
    }),
  },
  {
    path: '/market-trends',
    shows: { panel: 'Corn', css: '*' },
    steps: [
      press('open the filters', mainButton(/^Filters/)),
      press('choose a commodity', mainButton('Corn')),
      press('choose a timeframe', mainButton('1 year')),
      press('view a chart as table', mainButton('View as table')),
      ...tableSteps('Unusual prices', { details: /^Rows/, more: 'Show older prices', hasAll: false }),
    ],
  },
  {
    path: '/ai-bot',
    shows: { css: 'main textarea' },
    steps: [
      type('type a question', (page) => page.getByLabel('Ask Sprout AI'), 'Top customers this year'),
      {
        ...pressKey('ask', (page) => page.getByLabel('Ask Sprout AI'), 'Enter'),
        shows: { css: 'main table, main figure' },
      },
      press('open the conversations', mainButton('History'), { shows: { css: 'dialog[open] li' } }),
      closeDialog('close the conversations'),
    ],
  },
  {
    path: '/data-sync',
    shows: { css: 'main h2' },
    steps: ['Runs', 'Sources', 'Mapping', 'Schedule'].map((name) =>
      press(`open the tab: ${name}`, (page) =>
        page.getByRole('main').getByRole('link', { name, exact: true }),
      ),
    ),
  },
  {
    path: '/explore',
    shows: { panel: 'Result', css: `svg, ${ROWS}` },
    steps: [
      press('break down by item', mainButton('Item')),
      { ...press('sort', (page) => panel(page, 'Result').locator('thead button').nth(1)), on: 'desktop' },
      press('add a filter', mainButton('Add filter')),
      type('type its value', (page) => page.getByLabel('Values'), 'alm'),
      press('open all rows', mainButton('All rows'), { shows: { css: `dialog[open] ${ROWS}` } }),
      ...[2, 3, 4].map((page) =>
        press(`all rows: page ${page}`, (browser) =>
          dialog(browser).getByRole('button', { name: 'Load more rows' }),
        ),
      ),
      closeDialog('close all rows'),
    ],
  },
  {
    path: '/stock',
    shows: { panel: 'Balance by week', css: ROWS },
    steps: [
      ...tableSteps('What to do', { search: 'Search the plan', more: 'Show more lines' }),
      press(
        'explain an order',
        (page) =>
          panel(page, 'What to do')
            .getByRole('button', { name: /Explain$/ })
            .first(),
        {
          shows: { css: 'dialog[open] dl' },
        },
      ),
      closeDialog('close the explanation'),
      press('select a line to order', (page) => panel(page, 'What to do').getByRole('checkbox').nth(1)),
      pressKey(
        'filter by category',
        (page) => panel(page, 'Balance by week').getByLabel('Category'),
        'ArrowDown',
      ),
      ...tableSteps('Balance by week', { search: 'Search', more: 'Show more lines' }),
      press(
        'explain a week',
        (page) =>
          panel(page, 'Balance by week')
            .getByRole('button', { name: /week of .*Explain$/ })
            .first(),
        { shows: { css: 'dialog[open] dl' } },
      ),
      closeDialog('close the week'),
    ],
  },
  {
    path: '/calls',
    shows: { css: 'main article' },
    steps: [
      press('record an outcome', mainButton(/^Record outcome/)),
      ...Array.from({ length: 11 }, (_, index) =>
        press(`page ${index + 2}`, mainButton('Show more growers')),
      ),
      pressKey(
        'choose a salesperson',
        (page) => page.getByRole('main').getByLabel('Salesperson'),
        'ArrowDown',
      ),
    ],
  },
  { path: '/methods', shows: { css: 'main section dl' }, steps: [] },
  {
    path: '/customers/C0000007',
    shows: { panel: 'Items bought', css: ROWS },
    steps: [...tableSteps('Items bought'), ...tableSteps('Recent orders')],
  },
  {
    path: '/items/P0000007',
    shows: { panel: 'Largest customers', css: ROWS },
    steps: tableSteps('Largest customers'),
  },
  {
    path: '/suppliers/S000007',
    shows: { panel: 'Items purchased', css: ROWS },
    steps: [...tableSteps('Items purchased'), ...tableSteps('Recent purchase orders')],
  },
];

const log = (text) => process.stderr.write(`${text}\n`);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const load = () => loadavg()[0].toFixed(1);

const sprout = new Sprout(FOLDER);
let app;
let browser;
try {
  console.log(`# Pages in a browser at TPC-H scale ${SCALE}\n\n${describeEnvironment('sqlite')}`);
  if (!SERVER) await startServer(prepareSource());
  const server = SERVER ?? sprout.address;
  app = APP ? await serveApp(resolve(APP), server) : { address: server };
  browser = await launchBrowser();
  console.log(
    `- Chromium ${browser.version()}, ${APP ? `the app of ${APP}` : 'the app of the binary'}; ` +
      `${ROUNDS} rounds, of which the median is shown\n`,
  );
  const found = new Map();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, viewport] of Object.entries(VIEWPORTS))
      for (const page of PAGES) await measurePage(page, name, viewport, found);
  report(found);
} finally {
  await browser?.close();
  app?.stop?.();
  if (!SERVER) await sprout.stop().catch(() => undefined);
}

/** The source tables, relative to the root folder of the server. */
function prepareSource() {
  const program = 'import size, os; print(os.path.basename(size.prepare_source()))';
  return execFileSync('python3', ['-c', program], {
    cwd: import.meta.dirname,
    env: { ...process.env, SPROUT_BENCH_FOLDER: FOLDER, SPROUT_BENCH_SCALE: SCALE },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
    .trim()
    .split('\n')
    .at(-1);
}

/** A server whose figures are computed. */
async function startServer(source) {
  const isNew = !KEEP || !existsSync(join(FOLDER, 'data', 'sprout.db'));
  if (isNew) rmSync(join(FOLDER, 'data'), { recursive: true, force: true });
  await sprout.start();
  if (isNew) {
    await sprout.register();
    await sprout.setSource(source);
    const run = await sprout.startSync();
    const start = performance.now();
    for (;;) {
      await pause(2_000);
      await sprout.signIn();
      const { data } = await sprout.get(`/api/data-sync/runs/${run}`);
      if (data.state === 'running' || data.state === 'queued') continue;
      const seconds = ((performance.now() - start) / 1_000).toFixed(0);
      const tables = data.tables.map(({ table, inserted }) => `${inserted.toLocaleString('en-US')} ${table}`);
      console.log(`- Sync: ${seconds} s, ${data.state} (${tables.join(', ')})`);
      break;
    }
  }
  const start = performance.now();
  await sprout.signIn();
  for (const path of FIGURES) {
    for (;;) {
      // A response that takes minutes is given up by the client, and is computed all the same.
      const { meta } = await sprout.get(path).catch(() => ({ meta: { isUpdating: true } }));
      if (!meta?.isUpdating) break;
      if (performance.now() - start > MAX_COMPUTING_MS) throw new Error(`${path} is not computed.`);
      await pause(2_000);
      await sprout.signIn();
    }
  }
  log(`The figures were there after ${((performance.now() - start) / 1_000).toFixed(0)} s.`);
}

/** Opens a page and does its steps. Steps whose button is missing are left out. */
async function measurePage({ path, shows, steps }, look, viewport, found) {
  const mine = [...steps, ...PALETTE].filter(({ on }) => on === undefined || on === look);
  if (!`${look} ${path} `.includes(ONLY.split('|')[0])) return;
  const measured = await MeasuredPage.open(browser, app.address, SIGN_IN, viewport);
  const key = `${look} ${path}`;
  const entry = found.get(key) ?? { look, path, loads: [], steps: new Map() };
  found.set(key, entry);
  try {
    const loaded = await measured.load(path, shows);
    entry.loads.push({ ...loaded, load: load() });
    log(`${key}: ${JSON.stringify(loaded)}`);
    for (const [index, step] of mine.entries()) {
      const target = step.find(measured.page);
      if (!(await target.isVisible().catch(() => false))) {
        log(`${key}: ${step.name}: not there`);
        continue;
      }
      await target.scrollIntoViewIfNeeded();
      const profiled = PROFILES && step.name.includes(ONLY.split('|')[1] ?? '');
      const result = await measured.interact(() => step.act(target, viewport.isPhone), {
        shows: step.shows,
        profile:
          profiled && join(PROFILES, `${key} ${index} ${step.name}.cpuprofile`.replaceAll(/[^\w.-]+/g, '_')),
      });
      log(`${key}: ${step.name}: ${JSON.stringify(result)}`);
      const results = entry.steps.get(step.name) ?? { isOpening: step.isOpening, results: [] };
      results.results.push({ ...result, load: load() });
      entry.steps.set(step.name, results);
    }
  } catch (failure) {
    log(`${key}: ${failure.stack}`);
    entry.failed = (entry.failed ?? 0) + 1;
  } finally {
    await measured.close();
  }
}

function report(found) {
  const table = (head, rows) =>
    console.log(
      [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n') + '\n',
    );
  const of = (results, name) => results.map((each) => each[name]).filter((value) => value !== undefined);
  const ms = (values) => (values.length ? Math.round(median(values)).toLocaleString('en-US') : '–');
  const broken = [];
  for (const look of Object.keys(VIEWPORTS)) {
    const rows = [];
    const slow = [];
    for (const entry of [...found.values()].filter((each) => each.look === look)) {
      const steps = [...entry.steps].map(([name, { isOpening, results }]) => ({
        name,
        isOpening,
        results,
        latency: median(of(results, 'latency')),
        opened: isOpening ? median(of(results, 'opened')) : undefined,
        rows: Math.max(...of(results, 'rows')),
      }));
      const worst = steps.toSorted((a, b) => b.latency - a.latency)[0];
      const mostRows = Math.max(...of(entry.loads, 'rows'), ...steps.map((step) => step.rows));
      rows.push([
        `\`${entry.path}\``,
        ms(of(entry.loads, 'shown')),
        ms(of(entry.loads, 'longest')),
        ms(of(entry.loads, 'blocking')),
        ms(of(entry.loads, 'requests')),
        String(mostRows),
        worst ? Math.round(worst.latency) : '–',
        worst?.name ?? '–',
      ]);
      for (const step of steps) {
        const { name, latency, opened } = step;
        if (latency > MAX_LATENCY_MS || opened > MAX_OPENING_MS || step.isOpening)
          slow.push([
            `\`${entry.path}\``,
            name,
            Math.round(latency),
            opened === undefined ? '–' : Math.round(opened),
            ms(of(step.results, 'longest')),
            ms(step.results.map(({ parts }) => parts?.processing ?? 0)),
            step.rows,
          ]);
        if (latency > MAX_LATENCY_MS)
          broken.push(`${look}, \`${entry.path}\`, ${name}: ${Math.round(latency)} ms`);
        if (opened > MAX_OPENING_MS)
          broken.push(`${look}, \`${entry.path}\`, ${name}: opens in ${Math.round(opened)} ms`);
      }
      if (mostRows > MAX_ROWS) broken.push(`${look}, \`${entry.path}\`: ${mostRows} rows`);
      if (entry.failed) broken.push(`${look}, \`${entry.path}\`: ${entry.failed} rounds failed`);
    }
    console.log(
      `## ${look === 'phone' ? 'Phone (390 x 844, CPU 4 times slower)' : 'Desktop (1280 x 800)'}\n`,
    );
    table(
      [
        'page',
        'content shows, ms',
        'longest task, ms',
        'blocking, ms',
        'requests',
        'rows',
        'INP, ms',
        'slowest interaction',
      ],
      rows,
    );
    console.log(`Interactions above ${MAX_LATENCY_MS} ms, and all that open an order:\n`);
    table(
      ['page', 'interaction', 'latency, ms', 'opens in, ms', 'longest task, ms', 'handlers, ms', 'rows'],
      slow,
    );
  }
  console.log(`Load at the end: ${load()}.\n`);
  console.log(
    `## Not met\n\nRequired: interactions within ${MAX_LATENCY_MS} ms, orders that open within ${MAX_OPENING_MS} ms, ` +
      `at most ${MAX_ROWS} rows.\n\n${broken.length > 0 ? broken.map((line) => `- ${line}`).join('\n') : 'Nothing.'}`,
  );
}
