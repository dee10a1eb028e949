/** From an empty installation to the first recommendation by two workbooks, with every click counted. */
import type { Locator, Page } from '@playwright/test';
import { newOwner } from './accounts';
import { expectAccessible } from './expect_accessible';
import { waitUntilSettled } from './pages';
import { start, type RunningServer } from './server';
import { expect, test } from './test';
import { writeWorkbook, type WorkbookFile } from './workbook';

/** The most clicks from the empty page to the first recommendation. */
const MOST_CLICKS = 15;
const DAY_MS = 24 * 60 * 60 * 1000;

const SCREENS = [
  { name: 'a desk', width: 1280, height: 800 },
  { name: 'a phone', width: 390, height: 800 },
] as const;

/** Day and month that can change places, so that the order has to be asked. */
const ambiguousDate = (daysAgo: number): string => {
  const date = new Date(Date.now() - daysAgo * DAY_MS);
  const day = 1 + (date.getUTCDate() % 11);
  return [date.getUTCMonth() + 1, day, date.getUTCFullYear()]
    .map((part) => String(part).padStart(2, '0'))
    .join('/');
};

/** Stock of two items, of which one runs out, and a year of their weekly sales. */
function writeExports(onHand: number): WorkbookFile[] {
  const stock = writeWorkbook('Stock report.xlsx', [
    ['Prairie Supply'],
    ['Stock on hand'],
    [],
    [
      'Item No',
      'Description',
      'Product Group',
      'UOM',
      'Warehouse',
      'Qty On Hand',
      'Reorder Point',
      'Unit Cost',
    ],
    ['SEED-105', 'Corn 105 day', 'Seed Corn', 'bag', 'Ames', onHand, 60, 262.5],
    ['UREA', 'Urea 46-0-0', 'Dry Fert', 'ton', 'Ames', 240, 20, 410],
  ]);
  const lines = Array.from({ length: 12 }, (_, month) => 30 * (month + 1)).flatMap((daysAgo, index) => [
    [`SO-${String(index)}`, ambiguousDate(daysAgo), 'C-1', 'SEED-105', 25, 'bag', 298],
    [`SO-${String(index)}`, ambiguousDate(daysAgo), 'C-1', 'UREA', 4, 'ton', 520],
  ]);
  const sales = writeWorkbook('Sales lines.xlsx', [
    ['Order No', 'Order Date', 'Customer No', 'Item No', 'Quantity', 'Unit', 'Unit Price'],
    ...lines,
  ]);
  return [stock, sales];
}

/** Counts clicks; filling a field is none, but choosing an option is one. */
class Hand {
  clicks = 0;

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  async choose(target: Locator, option: string): Promise<void> {
    this.clicks += 1;
    await target.selectOption(option);
  }
}

async function upload(page: Page, hand: Hand, files: WorkbookFile[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    hand.click(page.getByRole('button', { name: 'Choose files' })),
  ]);
  await chooser.setFiles(files);
  await expect(page.getByRole('heading', { name: 'What was read' })).toBeVisible();
}

test.describe('two workbooks of an export', () => {
  let server: RunningServer;
  test.describe.configure({ timeout: 180_000 });
  test.beforeEach(async () => {
    server = await start();
  });
  test.afterEach(async ({ context }) => {
    // Close the page first: the browser logs an error for requests to a stopped server.
    await context.close();
    await server.stop();
  });

  for (const { name, width, height } of SCREENS) {
    test(`lead to a recommendation in at most ${String(MOST_CLICKS)} clicks on ${name}`, async ({
      page,
    }, testInfo) => {
      const shoot = async (step: string) => {
        await waitUntilSettled(page);
        await page.screenshot({ path: testInfo.outputPath(`${step}.png`), fullPage: true });
      };
      await page.setViewportSize({ width, height });
      const owner = newOwner();
      const hand = new Hand();
      await page.goto(server.address);
      await hand.click(page.getByRole('main').getByRole('link', { name: 'Create one' }));
      await page.getByLabel('Organization', { exact: true }).fill(owner.organization);
      await page.getByLabel('Name', { exact: true }).fill(owner.name);
      await page.getByLabel('Email', { exact: true }).fill(owner.email);
      await page.getByLabel('Password', { exact: true }).fill(owner.password);
      await hand.click(page.getByRole('button', { name: 'Create account' }));
      const steps = page.getByRole('region', { name: 'Get started', exact: true });
      await expect(steps).toBeVisible();
      await shoot('1 registered');
      await hand.click(steps.getByRole('link', { name: 'Import files' }));
      await shoot('2 import');

      await upload(page, hand, writeExports(12));
      await expectAccessible(page, 'questions about two workbooks');
      await shoot('3 questions');
      const questions = page.getByRole('region', { name: 'Questions', exact: true });
      await hand.choose(questions.getByRole('combobox').first(), 'Month first: 03/04 is March 4');
      await hand.click(questions.getByRole('button', { name: 'Save answers' }));
      await expect(questions).toHaveCount(0);
      await shoot('4 answered');
      await hand.click(page.getByRole('button', { name: 'Import 26 rows' }));
      await expect(page.getByText('26 rows were imported.')).toBeVisible();
      await shoot('5 imported');
      await hand.click(page.getByRole('link', { name: 'See what to buy' }));
      const advice = page.getByRole('region', { name: 'Purchase Recommendations' });
      await expect(advice.getByRole('button', { name: /^Why\?/ }).first()).toBeVisible();
      await expect(advice).toContainText('Corn 105 day');
      await shoot('6 recommendation');
      expect(hand.clicks).toBeLessThanOrEqual(MOST_CLICKS);
      testInfo.annotations.push({ type: 'clicks', description: String(hand.clicks) });

      // The next files of the same layout need no answer.
      await page.goto(`${server.address}/data-sync?import=new`);
      const again = new Hand();
      await upload(page, again, writeExports(9));
      await expect(page.getByRole('region', { name: 'Questions', exact: true })).toHaveCount(0);
      await again.click(page.getByRole('button', { name: 'Import 26 rows' }));
      await expect(page.getByText('26 rows were imported.')).toBeVisible();
      expect(again.clicks).toBe(2);
    });
  }
});
