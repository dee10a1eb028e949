/** An answer with every optional part, for component tests. */
import type { Schemas } from '@sprout/client';

export const answer: Schemas['AssistantAnswer'] = {
  messageId: '0190-answer',
  conversationId: '0190-talk',
  response: '2 items are at or below their reorder point.\nUrea 46-0-0 is the furthest below.',
  insights: ['Urea 46-0-0 covers 9 days of sales.', 'A delivery takes 14 days.'],
  actions: ['Order 160 bags of Urea 46-0-0.'],
  confidence: 'High',
  responseTime: 14,
  isQuickResponse: true,
  disposition: 'answer',
  askedAt: '2026-06-14T12:00:00Z',
  asOf: '2026-06-14',
  sample: true,
  options: [],
  links: [
    { label: 'Purchase Recommendations', path: '/dashboard', isFile: false },
    { label: 'Elsewhere', path: '//evil.example', isFile: false },
    { label: 'A foreign file', path: 'https://evil.example/x', isFile: true },
  ],
  tables: [
    {
      callId: 'c1',
      title: 'Low stock',
      columns: [
        { label: 'Item', numeric: false },
        { label: 'On hand', numeric: true },
      ],
      rows: Array.from({ length: 12 }, (_, index) => ({
        id: `c1.r${String(index + 1)}`,
        cells:
          index === 1
            ? ['Glyphosate', '']
            : [index === 0 ? 'Urea 46-0-0' : `Item ${String(index)}`, '12 bags'],
      })),
      total: 40,
    },
  ],
  chart: {
    callId: 'c1',
    title: 'Price of urea',
    lines: [
      {
        name: 'Urea',
        unit: 'USD/ton',
        points: [
          { day: '2026-06-01', value: 455.5 },
          { day: '2026-06-08', value: 460 },
        ],
      },
    ],
  },
  calls: [
    {
      id: 'c1',
      tool: 'low_stock_items',
      args: { limit: 5, category: 'all' },
      n: 2,
      asOf: '2026-06-14',
      method: 'Items whose on-hand quantity is at or below their reorder point',
    },
  ],
  facts: [
    {
      id: 'f1',
      label: 'Items at or below the reorder point',
      kind: 'count',
      value: 2,
      formatted: '2 items',
      rowRefs: [],
    },
    {
      id: 'f2',
      label: 'On hand',
      kind: 'quantity',
      value: 12,
      unit: 'bag',
      formatted: '12 bags',
      rowRefs: ['c1.r1'],
    },
  ],
};

/** A clarifying question. */
export const askedBack: Schemas['AssistantAnswer'] = {
  ...answer,
  messageId: '0190-back',
  response: 'Which of these do you mean?',
  disposition: 'clarify',
  confidence: 'Low',
  insights: [],
  actions: [],
  options: [{ label: 'Low stock' }, { label: 'Reorder recommendations' }],
  links: [],
  tables: [],
  calls: [],
  facts: [],
};
delete askedBack.chart;

export const suggestion: Schemas['Suggestion'] = {
  id: 'reorder',
  title: 'Items to reorder',
  message: '5 items have come down to their reorder point.',
  action: 'Review the purchase recommendations',
  priority: 'high',
  items: ['Urea 46-0-0', 'Glyphosate', 'Corn seed', 'Soybean seed', 'Potash'],
};

/** An answer of a metric query. */
export const metricAnswer: Schemas['AssistantAnswer'] = {
  ...answer,
  messageId: '0190-metric',
  response: 'Revenue: $5,000.00.',
  links: [],
  tables: [],
  query: {
    dataset: 'sales',
    measures: ['revenue'],
    filters: [{ dimension: 'state', op: 'in', values: ['Iowa'] }],
    period: { preset: 'last_quarter' },
  },
  parts: [
    { kind: 'measure', text: 'revenue' },
    { kind: 'filter', text: 'Iowa', clear: 'Clear Iowa' },
    { kind: 'period', text: 'last quarter', clear: 'Clear last quarter' },
  ],
};
delete metricAnswer.chart;
