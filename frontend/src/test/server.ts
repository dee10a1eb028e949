/** A fake server for component tests: a small, healthy organization that each test adapts. */
import type { Schemas } from '@sprout/client';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';
import { change, customers, rows, sales } from '@/features/metrics/explore.fixture';
import { marketAnswer } from './marketFixture';
import { metricAnswer } from './metricFixture';

/** The URL of an operation on the fake server. */
export const apiUrl = (path: string): string => `http://sprout.test${path}`;

/** A successful response. */
export const success = (data: JsonBodyType, meta?: Schemas['Meta']) =>
  HttpResponse.json({ success: true, data, ...(meta && { meta }) });

/** An error response. */
export const failure = (status: number, message: string, code = 'failed') =>
  HttpResponse.json({ success: false, message, code, requestId: 'request-1' }, { status });

export const meta: Schemas['Meta'] = { asOf: '2026-06-14', sample: false, currency: 'USD', n: 120 };

export const summary: Schemas['PurchasingSummary'] = {
  totalSpend: { value: 1234567.5, changePercent: 4.2 },
  avgOrderValue: { value: 2500, changePercent: -1.25 },
  deliveryRate: { value: 93.75, changePoints: 0 },
  activeSuppliers: { value: 12 },
};

export const yields: Schemas['CropYieldForecast'] = {
  overview: { forecast_accuracy: 91.37, backtestForecasts: 45 },
  forecasts: ['Corn, Iowa', 'Soybeans, Iowa', 'Wheat, Kansas', 'Corn, Illinois'].map((crop, index) => ({
    crop_type: crop,
    confidence_level: 70 + index,
    yield_change_percent: index === 1 ? -2.5 : index,
    forecasted_yield: 200.5 - index,
    year: 2026,
    lastYear: 2025,
    lastYield: 199,
    region: 'Iowa',
    acres: 1000,
    n: 15,
  })),
};

export const prices: Schemas['SupplyPriceIndex'] = {
  overview: { current_index: 112.34, index_change: -0.5, lastMonth: '2026-06', months: 40 },
  categories: ['fertilizer', 'seed', 'pesticide', 'other'].map((category, index) => ({
    category,
    trend: 'rising',
    current_price_index: 110 + index,
    price_change_percent: 1.5 - index,
    lastMonth: '2026-06',
    carried: false,
    provisional: false,
    series: [],
  })),
};

export const recommendations: Schemas['PurchaseRecommendations'] = {
  withoutReorderPoint: 0,
  inOpenDrafts: 0,
  total: 1,
  totalCost: 3200,
  itemsWithoutReorderPoint: [],
  items: [
    {
      itemId: 'UREA',
      item: 'Urea 46-0-0',
      category: 'fertilizer',
      unit: 'bag',
      location: 'Ames',
      currentStock: 40,
      recommended: 160,
      cost: 3200,
      terms: {
        onHand: 40,
        onOrder: 0,
        ordered: 0,
        booked: 10,
        position: 30,
        reorderPoint: 100,
        soldLastYear: 1460,
        leadTimeDays: 14,
        rule: 'reorder_point',
        leadTimeSource: 'default',
        leadTimeAssumed: true,
        reviewDays: 7,
        expectedSales: 84,
        orderUpTo: 184,
        shortfall: 154,
        packSize: 40,
        unitCost: 20,
      },
    },
  ],
};

const searchHits: Schemas['SearchHit'][] = [
  { kind: 'customer', id: 'c1', name: 'Burr Oak Farm', detail: 'Iowa' },
  { kind: 'item', id: 'UREA', name: 'Urea 46-0-0', detail: 'fertilizer' },
  { kind: 'order', id: 'SO-1', name: 'SO-1', day: '2026-06-01' },
];

export const stats: Schemas['SyncStats'] = {
  totalRecords: 100_000,
  successfulUpserts: 99_993,
  errors: 7,
  inserted: 0,
  updated: 3,
  unchanged: 99_990,
  deleted: 0,
};

export const status: Schemas['SyncStatus'] = {
  isRunning: false,
  lastSyncTime: '2026-06-14T06:10:00Z',
  stats,
  recentErrors: Array.from({ length: 7 }, (_, index) => ({
    table: 'sales_transactions',
    error: `line ${index + 2}: quantity is not a number`,
    timestamp: '2026-06-14T06:10:00Z',
  })),
  tables: [],
  runId: '0190-run',
  state: 'succeeded_with_rejects',
};

/** The run that `status` refers to. */
export const run: Schemas['SyncRun'] = {
  id: '0190-run',
  kind: 'full',
  state: 'succeeded_with_rejects',
  startedAt: '2026-06-14T06:09:15Z',
  finishedAt: '2026-06-14T06:10:00Z',
  stats,
  tables: [],
};

export const health: Schemas['SyncHealth'] = { bigQuery: true, supabase: true, overall: true, issues: [] };

export const sessions: Schemas['AccountSessions'] = {
  items: [
    { device: 'Firefox on Windows', current: true },
    { device: 'Safari on iPhone', current: false },
    { device: 'curl', current: false },
  ].map((session, index) => ({
    ...session,
    id: `session-${index}`,
    createdAt: '2026-06-01T08:00:00Z',
    lastUsedAt: `2026-06-1${4 - index}T15:00:00Z`,
  })),
  hasMore: false,
};

export const account: Schemas['Account'] = {
  id: '0190-person',
  name: 'Ada Larsen',
  email: 'ada@prairie.example',
  emailVerified: true,
  farmName: 'Prairie Seed & Supply',
  organization: { id: '0190-org', slug: 'prairie', name: 'Prairie Seed & Supply', role: 'owner' },
  permissions: ['purchasing.order', 'purchasing.manage', 'sync.read', 'sync.run', 'sources.manage'],
  sample: false,
  timeZone: 'America/Chicago',
  preferences: { language: 'auto', formats: 'auto', units: 'us', currencyStyle: 'symbol' },
};

const organizations: Schemas['OwnOrganizations'] = {
  items: [
    {
      ...account.organization,
      timeZone: 'America/Chicago',
      weekStart: 'monday',
      fiscalYearStart: 1,
      current: true,
      sample: false,
    },
    {
      id: '0191-org',
      slug: 'west',
      name: 'Prairie West',
      role: 'viewer',
      timeZone: 'America/Denver',
      weekStart: 'sunday',
      fiscalYearStart: 7,
      current: false,
      sample: false,
    },
  ],
  max: 50,
};

export const members: Schemas['Members'] = {
  items: (
    [
      {
        id: '0190-person',
        name: 'Ada Larsen',
        role: 'owner',
        email: 'ada@prairie.example',
        isCurrentUser: true,
      },
      {
        id: '0191-person',
        name: 'Bo Field',
        role: 'member',
        email: 'bo@prairie.example',
        isCurrentUser: false,
      },
    ] as const
  ).map((member) => ({ ...member, joinedAt: '2026-06-01T08:00:00Z' })),
};

export const salesDating: Schemas['SalesDatingSetting'] = {
  proposed: 'booking',
  reason: 'other_days',
  saleLines: 5_400,
  otherDayLines: 5_120,
  overdueLines: 0,
};

export const mapping: Schemas['ColumnMapping'] = {
  tables: [
    {
      sourceTable: 'supplier_data',
      sourceName: 'supplier_data',
      columns: [
        { targetColumn: 'supplier_id', sourceColumn: 'vendor_no', valueWords: [], required: true },
        { targetColumn: 'categories', sourceColumn: 'categories', valueWords: [], required: false },
        {
          targetColumn: 'active',
          sourceColumn: 'active',
          valueWords: [{ word: 'Aktiv', value: 'true' }],
          required: true,
        },
      ],
    },
  ],
};

export const schedule: Schemas['SyncSchedule'] = {
  enabled: true,
  cron: '0 2 * * *',
  mode: 'full',
  timeZone: 'America/Chicago',
  nextRunAt: '2026-06-17T07:00:00Z',
  nextRuns: ['2026-06-17T02:00:00-05:00', '2026-06-18T02:00:00-05:00'],
  updatedAt: '2026-06-14T06:10:00Z',
};

export const drift: Schemas['SchemaDrift'] = {
  tables: [
    {
      sourceTable: 'inventory_data',
      policy: 'stop',
      columns: [{ name: 'item_id', targetColumn: 'item_id' }],
    },
    {
      sourceTable: 'supplier_data',
      policy: 'ask',
      columns: [{ name: 'categories', targetColumn: 'categories' }],
      pending: {
        detectedAt: '2026-06-15T12:00:00Z',
        runId: '0190-drift',
        changes: [
          {
            kind: 'removed',
            column: 'categories',
            targetColumn: 'categories',
            before: 'there',
            after: 'no longer there',
            needsDecision: true,
            effectCode: 'empty_in_every_row',
            effect: 'categories would be empty in every row, even if it has a value now.',
          },
        ],
      },
    },
  ],
};

export const notifications: Schemas['NotificationList'] = {
  openAlerts: [
    {
      topic: 'sync:supplier_data',
      title: 'Supplier data failed to sync',
      message: 'supplier_data.csv has no column supplier_name.',
      since: '2026-06-15T06:10:00Z',
    },
  ],
  items: [
    {
      id: '0182',
      topic: 'sync:supplier_data',
      kind: 'firing',
      title: 'Supplier data failed to sync',
      body: 'supplier_data.csv has no column supplier_name.',
      createdAt: '2026-06-15T06:10:00Z',
    },
    {
      id: '0181',
      topic: 'sync:run',
      kind: 'resolved',
      title: 'Data Sync works again',
      body: 'It had failed since 14 June 2026 at 02:00 (America/Chicago), for 3 minutes.',
      createdAt: '2026-06-14T07:03:00Z',
    },
  ],
  emailEnabled: false,
};

export const methods: Schemas['Methods'] = {
  figures: [
    {
      name: 'Crop Yield Forecast',
      method: 'Trend over 30 years',
      formula: 'accuracy = 100 x (1 - errors / harvests)',
      rows: 1234,
      rowKind: 'customers with crops',
      backtest: [
        { measure: 'Accuracy of past forecasts', value: 91.37, unit: 'percent', n: 45 },
        {
          measure: 'Error of past forecasts',
          value: 0.735,
          unit: 'ratio',
          n: 45,
          baseline: 1,
          baselineName: 'saying "as last year"',
        },
        { measure: 'Predicted days were off by', value: 24.5, unit: 'days', n: 300, madeOn: '2025-06-14' },
      ],
      insufficientDataText: 'Accuracy not yet measurable',
    },
    {
      name: 'Supply Price Index',
      method: 'GEKS',
      formula: 'first month = 100',
      rows: 0,
      rowKind: 'purchase lines',
      backtest: [],
      note: 'No record: an index foretells nothing',
      insufficientDataText: 'Not enough purchases',
    },
  ],
};

export const server = setupServer(
  http.get(apiUrl('/health/ready'), () => success({ demo: true, signUp: 'open', version: '0.1.0' })),
  http.get(apiUrl('/api/account'), () => success(account)),
  http.get(apiUrl('/api/account/sessions'), () => success(sessions)),
  http.get(apiUrl('/api/organizations'), () => success(organizations)),
  http.get(apiUrl('/api/members'), () => success(members)),
  http.get(apiUrl('/api/account/mfa'), () => success({ enabled: false })),
  http.get(apiUrl('/api/purchasing/approval-limits'), () => success({ currency: 'USD' })),
  http.get(apiUrl('/api/organizations/:id/mfa-policy'), () =>
    success({ required: false, members: 2, membersWithoutMfa: 1 }),
  ),
  http.get(apiUrl('/api/purchasing/summary'), () => success(summary, meta)),
  http.get(apiUrl('/api/purchasing/recommendations'), () => success(recommendations, meta)),
  http.post(apiUrl('/api/metrics/query'), async ({ request }) =>
    success(metricAnswer((await request.json()) as Schemas['MetricQuery']), meta),
  ),
  http.get(apiUrl('/api/customers'), () => success({ items: [], total: 0, totalAverageSpend: 0 }, meta)),
  http.get(apiUrl('/api/search'), ({ request }) => {
    const text = new URL(request.url).searchParams.get('q')?.toLowerCase() ?? '';
    return success({ items: searchHits.filter(({ name }) => name.toLowerCase().includes(text)) });
  }),
  http.get(apiUrl('/api/analytics/crop-yield-forecast'), () => success(yields, meta)),
  http.get(apiUrl('/api/analytics/supply-price-index'), () => success(prices, meta)),
  http.get(apiUrl('/api/supply-prices/outliers'), () => success({ items: [], unconfirmed: 0 })),
  http.get(apiUrl('/api/analytics/methods'), () => success(methods, meta)),
  http.get(apiUrl('/api/metrics/catalogue'), () => success({ datasets: [sales, customers] })),
  http.get(apiUrl('/api/metrics/members'), () => success({ members: ['Hoffman Farms'], total: 1 })),
  http.post(apiUrl('/api/metrics/rows'), () => success(rows, meta)),
  http.post(apiUrl('/api/metrics/explain-change'), () => success(change, meta)),
  http.get(apiUrl('/api/views'), () => success({ items: [] })),
  http.get(apiUrl('/api/market/overview'), ({ request }) => success(marketAnswer(request.url), meta)),
  http.get(apiUrl('/api/ai-bot/health'), () => success({ status: 'healthy' })),
  http.get(apiUrl('/api/ai-bot/suggestions'), () => success({ suggestions: [] }, meta)),
  http.get(apiUrl('/api/data-sync/status'), () => success(status)),
  http.get(apiUrl('/api/data-sync/health'), () => success(health)),
  http.get(apiUrl('/api/data-sync/source'), () => success({ kind: 'files', path: '/srv/warehouse' })),
  http.get(apiUrl('/api/data-sync/folders'), () =>
    success({ root: '/srv', folders: [{ path: 'depot', tables: ['inventory_data'] }] }),
  ),
  http.post(apiUrl('/api/data-sync/source/test'), () =>
    success({
      ok: true,
      tables: [{ sourceTable: 'inventory_data', present: true, files: 1 }],
      otherTables: [],
      proposals: [],
    }),
  ),
  http.get(apiUrl('/api/data-sync/schedule'), () => success(schedule)),
  http.get(apiUrl('/api/data-sync/mapping'), () => success(mapping)),
  http.get(apiUrl('/api/data-sync/sales-dating'), () => success(salesDating)),
  http.get(apiUrl('/api/data-sync/drift'), () => success(drift)),
  http.get(apiUrl('/api/data-sync/runs/:id/rejects/summary'), () => success({ items: [], total: 0 })),
  http.get(apiUrl('/api/data-sync/runs'), () => success({ items: [run] })),
  http.get(apiUrl('/api/jobs'), () => success({ items: [] })),
  http.get(apiUrl('/api/notifications'), () => success(notifications)),
);
