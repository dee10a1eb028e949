/** Page object of the Customer Purchase Patterns page, by visible names, and the response that it shows. */
import type { Locator, Page, Response } from '@playwright/test';

export const SEGMENTATION = '**/api/customer-segmentation';
export const INTRO =
  'AI-driven insights on customer purchasing patterns, predicted future needs, and optimal purchasing times.';
export const SEGMENT_COLUMNS = [
  'Segment',
  'Description',
  'Predicted Needs',
  'Optimal Purchase Time',
  'Potential Savings',
];
export const PATTERN_COLUMNS = [
  'Customer',
  'Last Purchase',
  'Frequency',
  'Average Spend',
  'Predicted Next Purchase',
];

interface Headline {
  percent: number;
  changePoints: number;
}

export interface Answer {
  segmentation: {
    segment: string;
    description: string;
    predicted_needs: string;
    optimal_purchase_time: string;
    potential_savings?: number;
  }[];
  customer_patterns: {
    customer: string;
    customerId: string;
    last_purchase: string;
    frequency: number;
    average_spend: number;
    predicted_next: string;
  }[];
  prediction_trends: { week: string; percentage: number }[];
  purchase_windows: { month: string; value?: number }[];
  headlines: { predictedNeeds: Headline; purchaseWindow: Headline };
  customersWithOrders: number;
}

export async function fetchSegmentation(response: Promise<Response>): Promise<Answer> {
  return ((await (await response).json()) as { data: Answer }).data;
}

/** A panel of the page, or a prediction. */
export function panel(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

/** The cells of each customer's row, without its button. */
export function countRows(table: Locator): Promise<string[][]> {
  return table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.children].map((cell) => (cell.textContent ?? '').replace(/Details$/, '').trim()),
      ),
    );
}
