/** Page object of the Supply Analysis page, by visible names, and the response that it shows. */
import { expect, type Locator, type Page, type Response } from '@playwright/test';

export const OVERVIEW = '**/api/market/overview**';
export const COMMODITIES = ['Corn', 'Soybeans', 'Wheat', 'Fertilizer'];

interface Card {
  name: string;
  unit: string;
  currentPrice: number;
  change?: number;
  changePercent?: number;
  trend: string;
  volume?: number;
  forecast: string;
}

type Point = Partial<Record<'corn' | 'soybeans' | 'wheat' | 'fertilizer', number>>;

export interface Overview {
  timeframe: string;
  commodity: string;
  from: string;
  to: string;
  cards: Card[];
  prices: (Point & { date: string })[];
  changes: (Point & { date: string })[];
  volumes: (Point & { label: string })[];
  weather: {
    regions: { region: string; temperature: number; rainfall: number; conditions: string }[];
  };
  news: { items: { title: string; time?: string; impact: string; summary: string }[] };
}

export async function fetchOverview(response: Promise<Response>): Promise<Overview> {
  return ((await (await response).json()) as { data: Overview }).data;
}

interface MarketPage {
  panel: (name: string) => Locator;
  /** A button of a toggle group. */
  choice: (group: string, name: string) => Locator;
  /** The pressed buttons of a toggle group. */
  pressed: (group: string) => Promise<string[]>;
  /** The names of the displayed commodity cards. */
  cards: () => Promise<string[]>;
  weather: Locator;
  news: Locator;
}

export function marketPage(page: Page): MarketPage {
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  const group = (name: string) => page.getByRole('group', { name, exact: true });
  return {
    panel,
    choice: (of, name) => group(of).getByRole('button', { name, exact: true }),
    pressed: (of) => group(of).getByRole('button', { pressed: true }).allInnerTexts(),
    cards: async () => {
      const shown: string[] = [];
      for (const name of COMMODITIES) if ((await panel(name).count()) > 0) shown.push(name);
      return shown;
    },
    weather: page.getByRole('list', { name: 'Weather by region' }).getByRole('listitem'),
    news: page.getByRole('list', { name: 'Market news' }).getByRole('listitem'),
  };
}

/** The number of rows of a chart's table, with those that are not rendered. Switches back to the chart afterwards. */
export async function countFigureRows(page: Page, name: string): Promise<number> {
  const figure = page.getByRole('figure', { name, exact: true });
  await figure.getByRole('button', { name: 'View as table' }).click();
  await expect(figure.getByRole('cell').first()).toBeVisible();
  const all = await figure.getByRole('table').getAttribute('aria-rowcount');
  const rows = all === null ? await figure.getByRole('row').count() : Number(all);
  await figure.getByRole('button', { name: 'View as chart' }).click();
  return rows;
}

/** The figures of a chart from its table, headings first. Switches back to the chart afterwards. */
export async function figures(page: Page, name: string): Promise<string[][]> {
  const figure = page.getByRole('figure', { name, exact: true });
  await figure.getByRole('button', { name: 'View as table' }).click();
  // The rows of long tables appear after their code is loaded.
  await expect(figure.getByRole('cell').first()).toBeVisible();
  const rows = await figure
    .getByRole('row')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
  await figure.getByRole('button', { name: 'View as chart' }).click();
  return rows;
}
