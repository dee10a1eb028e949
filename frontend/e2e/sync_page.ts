/** Page object of the Data Sync page, by visible names. */
import { expect, type Locator, type Page } from '@playwright/test';

interface SyncPage {
  start: Locator;
  /** Starts a full sync, and waits for its response. */
  runFullSync: (status?: number) => Promise<void>;
  /** The status next to the start button. */
  syncing: Locator;
  statistic: (name: 'Total Records' | 'Successful' | 'Errors' | 'Success Rate') => Locator;
  statistics: Locator;
  /** A status card. */
  card: (name: 'Source connection' | 'Target database' | 'Overall Status') => Locator;
  tableButton: (table: string) => Locator;
  recentErrors: Locator;
  schedule: Locator;
  openTab: (name: 'Overview' | 'Runs' | 'Sources' | 'Mapping' | 'Schedule') => Promise<void>;
}

export function syncPage(page: Page): SyncPage {
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const statistics = region('Sync Statistics');
  const start = page.getByRole('button', { name: 'Start Full Sync' });
  return {
    start,
    runFullSync: async (status = 200) => {
      const ended = page.waitForResponse('**/api/data-sync/sync');
      await start.click();
      expect((await ended).status()).toBe(status);
    },
    syncing: region('Full Data Sync').getByRole('status'),
    statistic: (name) => statistics.locator('dd').and(statistics.getByLabel(name, { exact: true })),
    statistics,
    card: (name) => region(name),
    tableButton: (table) => page.getByRole('button', { name: `Sync ${table}`, exact: true }),
    recentErrors: region('Recent Errors'),
    schedule: region('Schedule'),
    openTab: (name) =>
      page
        .getByRole('navigation', { name: 'Data Sync sections' })
        .getByRole('link', { name, exact: true })
        .click(),
  };
}

/** The five tables that can be synced separately. */
export const TABLES = [
  'inventory_data',
  'sales_transactions',
  'market_prices',
  'customer_profiles',
  'supplier_data',
];
