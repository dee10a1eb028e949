/**
 * A small market for component tests. It filters like the server, which reveals pages that don't request
 * filtering.
 */
import type { Schemas } from '@sprout/client';

type Overview = Schemas['MarketOverview'];

const ids = ['corn', 'soybeans', 'wheat', 'fertilizer'] as const;
type Id = (typeof ids)[number];
const names: Record<Id, string> = {
  corn: 'Corn',
  soybeans: 'Soybeans',
  wheat: 'Wheat',
  fertilizer: 'Fertilizer',
};

const cards: Record<Id, Schemas['CommodityCard']> = {
  corn: {
    commodity: 'corn',
    name: 'Corn',
    market: 'Nearby futures',
    unit: 'usd_per_bu',
    currentPrice: 4.555,
    asOf: '2026-06-12',
    change: -0.15,
    changePercent: -3.19,
    trend: 'falling',
    volume: 161_874,
    forecast: 'Bullish',
    forecastRecord: '64 % of 30 past calls came true (41 % would have by chance)',
    hitRate: 64,
    forecastBaseMonth: '2026-05',
    forecastBasePrice: 4.61,
    forecastMonth: '2026-08',
    forecastPrice: 4.9,
    low80: 4.38,
    high80: 5.42,
    probabilityUp: 71.4,
  },
  soybeans: {
    commodity: 'soybeans',
    name: 'Soybeans',
    market: 'Nearby futures',
    unit: 'usd_per_bu',
    currentPrice: 10.5725,
    asOf: '2026-06-12',
    change: 0.5,
    changePercent: 4.96,
    trend: 'rising',
    volume: 143_842,
    forecast: 'Bearish',
  },
  wheat: {
    commodity: 'wheat',
    name: 'Wheat',
    market: 'Elevator',
    unit: 'usd_per_bu',
    currentPrice: 6.3,
    asOf: '2026-05-01',
    trend: 'stable',
    stale: 'No quote since 2026-05-01 (44 days)',
    forecast: 'Neutral',
    forecastNote: 'Too few months of quotes for a forecast',
  },
  fertilizer: {
    commodity: 'fertilizer',
    name: 'Fertilizer',
    market: 'Corn Belt dealers',
    unit: 'usd_per_ton',
    currentPrice: 469,
    asOf: '2026-06-12',
    change: 0,
    changePercent: 0,
    trend: 'stable',
    volume: 6208,
    forecast: 'Neutral',
  },
};

export const weather: Overview['weather'] = {
  regions: ['Midwest', 'Plains', 'Southeast', 'Northeast'].map((region, index) => ({
    region,
    place: `Town ${String(index)}`,
    temperature: 60 + index,
    rainfall: 0.25 * index,
    conditions: index === 0 ? 'Clear' : 'Light rain',
    fitDays: 9 - index,
    days: 10,
  })),
  sample: false,
  hasProvider: true,
  rule: 'A day is fit for field work when it is dry',
};

export const news: Overview['news'] = {
  items: [
    {
      title: 'Corn rallies',
      time: '2026-06-13T12:00:00Z',
      impact: 'Positive',
      summary: 'Growers have more to spend.',
      source: 'Farm Wire',
      link: 'https://farm.example/corn',
    },
    { title: '=HYPERLINK("x")', impact: 'Neutral', summary: 'Nothing moves, "yet".', source: 'Farm Wire' },
    {
      title: 'Urea climbs',
      time: '2026-06-11T12:00:00Z',
      impact: 'Negative',
      summary: 'Inputs cost more.',
      source: 'Farm Wire',
      link: 'javascript:alert(1)',
    },
  ],
  sample: false,
  rule: 'Positive leaves growers more to spend',
};

/** The server's response to a timeframe and a commodity. */
export function market(timeframe = '3M', commodity = 'All'): Overview {
  const asked = ids.filter((id) => commodity === 'All' || names[id] === commodity);
  const only = (values: Record<Id, number>) => Object.fromEntries(asked.map((id) => [id, values[id]]));
  return {
    timeframe,
    commodity,
    from: '2026-03-14',
    to: '2026-06-14',
    cards: asked.map((id) => cards[id]),
    withoutQuotes: [],
    prices: [
      { date: '2026-03-16', ...only({ corn: 4.705, soybeans: 10.0725, wheat: 6.3, fertilizer: 469 }) },
      { date: '2026-06-12', ...only({ corn: 4.555, soybeans: 10.5725, wheat: 6.3, fertilizer: 469 }) },
    ],
    changes: [
      { date: '2026-03-16', ...only({ corn: 0, soybeans: 0, wheat: 0, fertilizer: 0 }) },
      { date: '2026-06-12', ...only({ corn: -3.19, soybeans: 4.96, wheat: 0, fertilizer: 0 }) },
    ],
    volumes: [
      { label: '2026-W11', partial: true, ...only({ corn: 100, soybeans: 200, wheat: 300, fertilizer: 4 }) },
      { label: '2026-W12', partial: false, ...only({ corn: 500, soybeans: 600, wheat: 700, fertilizer: 8 }) },
    ],
    weather,
    news,
  };
}

/** The response to a request's timeframe and commodity. */
export function marketAnswer(url: string): Overview {
  const asked = new URL(url).searchParams;
  return market(asked.get('timeframe') ?? '3M', asked.get('commodity') ?? 'All');
}
