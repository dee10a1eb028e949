/** A draft order is sent to its supplier by email, and answered by link, on a server with email. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newOwner } from './accounts';
import { expectAccessible, expectAccessibleInEveryViewport } from './expect_accessible';
import { joinLines, startMailServer, type MailServer } from './mail_server';
import { waitUntilSettled } from './pages';
import { startWith, type RunningServer } from './server';
import { expect, isRefusal, test } from './test';
import { goodTables } from './warehouse';

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Corn seed is low, and has a supplier. A customer has booked all of it, and the 30 bags to order. */
const tables = {
  ...goodTables,
  customer_bookings: [
    'booking_id,line,customer_id,item_id,location,quantity,unit,unit_price,currency,booked_date,due_date,delivered_quantity,status,updated_at',
    `b-1,1,cust-1,corn-1,Main yard,40,bag,30.00,USD,${day(-20)},${day(12)},0,open,${day(-2)}T08:00:00Z`,
  ],
  inventory_data: (goodTables.inventory_data ?? []).map((line, index) =>
    line.replace(/,([^,]*)$/, (_, last: string) => `,${index === 0 ? 'supplier_id' : 'sup-1'},${last}`),
  ),
};

let mail: MailServer;
let server: RunningServer;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  mail = await startMailServer();
  server = await startWith({ SPROUT_SMTP_URL: mail.url, SPROUT_MAIL_FROM: 'Sprout <orders@sprout.example>' });
});

test.afterAll(async () => {
  await server.stop();
  mail.stop();
});

test('a supplier gets an order by email and answers it by link', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const registered = await page.request.post(`${server.address}/api/auth/register`, { data: newOwner() });
  const { data } = (await registered.json()) as { data: { token: string } };
  const folder = join(server.warehouses, 'farm');
  mkdirSync(folder, { recursive: true });
  for (const [table, lines] of Object.entries(tables)) {
    writeFileSync(join(folder, `${table}.csv`), `${lines.join('\n')}\n`);
  }
  const headers = { Authorization: `Bearer ${data.token}` };
  const call = async (method: 'put' | 'post', path: string, body: object) => {
    const answer = await page.request[method](`${server.address}${path}`, { headers, data: body });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  };
  await call('put', '/api/data-sync/source', { kind: 'files', path: 'farm' });
  await call('post', '/api/data-sync/sync', { options: {} });
  await call('post', '/api/purchasing/drafts', {
    requestId: '0198c5a0-7d3e-7a44-9f10-000000000001',
    lines: [{ itemId: 'corn-1', location: 'Main yard', quantity: 30 }],
  });
  await page.goto(`${server.address}/robots.txt`);
  await page.evaluate((token) => localStorage.setItem('token', token), data.token);
  await page.goto(`${server.address}/?ordering=drafts`);
  const drafts = page.getByRole('dialog', { name: 'Draft orders', exact: true });
  await drafts.getByRole('button', { name: /^Send to supplier:/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Send order', exact: true });
  await sheet.getByLabel('Supplier’s email address').fill('orders@plains.example');
  await sheet.getByLabel('Contact name (optional)').fill('Ada Berg');
  await sheet.getByRole('button', { name: 'Save address' }).click();
  await expect(sheet).toContainText('Ada Berg <orders@plains.example>');
  await expect(sheet).toContainText('$750.00');
  await sheet.getByLabel('Requested delivery').fill(day(10));
  await sheet.getByLabel('Message').fill('Please deliver early.');
  await waitUntilSettled(page);
  await expectAccessible(page, 'sending');
  const sent = () => mail.emails.filter((email) => email.includes('Subject: Purchase order'));
  expect(sent()).toEqual([]);
  await sheet.getByRole('button', { name: 'Send order' }).click();
  await expect(sheet).toHaveCount(0);
  await expect.poll(() => sent().length, { timeout: 30_000 }).toBe(1);
  await expect(drafts).toContainText('No drafts to order.', { timeout: 30_000 });
  await drafts.getByRole('button', { name: 'Ordered', exact: true }).click();
  await expect(drafts).toContainText('The supplier has not answered.');
  const text = joinLines(sent()[0] ?? '');
  expect(text).toContain('Please deliver early.');
  const token = /acknowledge#token=([\w-]{43})/.exec(text)?.[1] ?? '';
  expect(token).toHaveLength(43);

  const outside = await browser.newContext();
  const supplier = await outside.newPage();
  const requested: string[] = [];
  supplier.on('request', (request) => requested.push(request.url()));
  await supplier.goto(`${server.address}/acknowledge#token=${token}`);
  await expect(supplier.getByRole('heading', { level: 1, name: /^Purchase order from / })).toBeVisible();
  await expect(supplier.getByRole('banner')).toHaveCount(0);
  await expect(supplier.getByText('$')).toHaveCount(0);
  await supplier.getByLabel('Confirmed quantity (bag)').fill('20');
  await supplier.getByLabel('Delivery day').fill(day(20));
  await supplier.getByLabel('Note').fill('The rest follows.');
  await supplier.getByRole('button', { name: 'Confirm order' }).click();
  await expect(supplier.getByText(/^Your answer was saved on/)).toBeVisible();
  expect(requested.filter((url) => url.split('#')[0]?.includes(token))).toEqual([]);
  expect(await outside.cookies()).toEqual([]);
  await waitUntilSettled(supplier);
  await expectAccessibleInEveryViewport(supplier);

  await page.reload();
  await drafts.getByRole('button', { name: 'Ordered', exact: true }).click();
  await expect(drafts).toContainText(/20 bags of 30 bags, expected .*, requested /);
  await expect(drafts).toContainText('Note: The rest follows.');
  await waitUntilSettled(page);
  await expectAccessible(page, 'an answered order');

  await drafts.getByRole('link', { name: 'River Seed Co' }).click();
  await expect(page).toHaveURL(/\/orders\/[\da-f-]{36}$/);
  const affected = page.getByRole('region', { name: 'Affected customers' });
  await expect(affected).toContainText('Customers: 1 · Bookings: 1 · Short: $900.00');
  await expect(affected.getByRole('link', { name: 'cust-1' })).toHaveAttribute('href', '/customers/cust-1');
  await expect(affected).toContainText('30 bags');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole('region', { name: 'Affected customers' })).toContainText('30 bags');
  await expectAccessibleInEveryViewport(other);
  await other.close();

  await page.goto(`${server.address}/suppliers/sup-1`);
  const contact = page.getByRole('region', { name: 'Orders by email' });
  await expect(contact).toContainText('Ada Berg <orders@plains.example>');
  await waitUntilSettled(page);
  await expectAccessible(page, 'a supplier with an address');

  await page.goto(`${server.address}/?ordering=drafts`);
  await drafts.getByRole('button', { name: 'Ordered', exact: true }).click();
  await drafts.getByRole('button', { name: /^Discard:/ }).click();
  await drafts.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(drafts).toContainText('No ordered drafts yet.');
  const refused: string[] = [];
  supplier.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  await supplier.reload();
  await expect(supplier.getByRole('heading', { level: 1, name: 'This link doesn’t work' })).toBeVisible();
  expect(refused.filter((message) => !isRefusal(404).test(message))).toEqual([]);
  await outside.close();
});
