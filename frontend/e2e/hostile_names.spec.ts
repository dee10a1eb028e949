/**
 * Sixty names that contain markup, script or addresses: every page shows them as text, and nothing is
 * executed.
 */
import type { Page } from '@playwright/test';
import { signInAsOwner, newOwner } from './accounts';
import { waitUntilSettled } from './pages';
import { expect, test } from './test';
import { writeWarehouse } from './warehouse';

/** The side effect of each name if it is executed. */
const RUN = 'top.ran=1';

const HANDLERS = [
  `<img src=x onerror=${RUN}>`,
  `<img/src=x/onerror=${RUN}>`,
  `"><img src=x onerror="${RUN}">`,
  `'><img src=x onerror='${RUN}'>`,
  `\`><img src=x onerror=${RUN}>`,
  `<IMG SRC=x OnErRoR=${RUN}>`,
  `<img src=x onerror\t=\t${RUN}>`,
  `<img src=x:x onerror=${RUN}//`,
  `<svg onload=${RUN}>`,
  `<svg/onload=${RUN}>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><set onbegin=${RUN} attributeName=x>`,
  `<body onload=${RUN}>`,
  `<body onpageshow=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}>`,
  `<textarea autofocus onfocus=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<video src=x onerror=${RUN}></video>`,
  `<audio src=x onerror=${RUN}></audio>`,
  `<marquee onstart=${RUN}>`,
  `<object data=x onerror=${RUN}>`,
  `<iframe onload=${RUN}></iframe>`,
  `<div style="animation:a 1s" onanimationstart=${RUN}>`,
  `" onmouseover="${RUN}" x="`,
  `' onfocus='${RUN}' autofocus='`,
];
const SCRIPTS = [
  `<script>${RUN}</script>`,
  `<SCRIPT>${RUN}</SCRIPT>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<script src=data:,${RUN}></script>`,
  `<script type=module>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `--><script>${RUN}</script><!--`,
  `]]><script>${RUN}</script>`,
  `<svg><script>${RUN}</script></svg>`,
  `<math><mtext><script>${RUN}</script></mtext></math>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<template><script>${RUN}</script></template>`,
  `<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
];
const ADDRESSES = [
  `<a href="javascript:${RUN}">x</a>`,
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<form action="javascript:${RUN}"><button autofocus>x</form>`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<base href="javascript:${RUN}//">`,
  `<link rel=stylesheet href="data:text/css,*{x:y}">`,
  `data:text/html,<script>${RUN}</script>`,
  `[x](javascript:${RUN})`,
];
const TEMPLATES = [
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `#{${RUN}}`,
  `<%= ${RUN} %>`,
  `&lt;img src=x onerror=${RUN}&gt;`,
  `\u003cimg src=x onerror=${RUN}\u003e`,
  `'-${RUN}-'`,
];
const NAMES = [...HANDLERS, ...SCRIPTS, ...ADDRESSES, ...TEMPLATES];

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const stamp = `${daysAgo(1)}T08:00:00Z`;

/** An item, a supplier and a customer for each name, with purchases and sales in each of the last months. */
function tables() {
  const lines = NAMES.flatMap((_, index) =>
    [20, 50, 80, 110].flatMap((days) => {
      const day = daysAgo(days);
      return [
        `b${index}-${days},b${index}-${days},purchase,${day},,s${index},i${index},1${index},bag,20.00,USD,${day},${day},${stamp}`,
        `v${index}-${days},v${index}-${days},sale,${day},c${index},,i${index},9${index},bag,30.00,USD,${day},${day},${stamp}`,
      ];
    }),
  );
  return {
    inventory_data: [
      'item_id,item_name,category,unit,location,on_hand,on_order,booked,reorder_point,pack_size,lead_time_days,unit_cost,currency,supplier_id,updated_at',
      ...NAMES.map(
        (name, index) =>
          `i${index},${cell(name)},seed,bag,${cell(name)},1,0,0,40,10,14,25.00,USD,s${index},${stamp}`,
      ),
    ],
    sales_transactions: [
      'transaction_id,order_id,direction,transaction_date,customer_id,supplier_id,item_id,quantity,unit,unit_price,currency,promised_date,delivered_date,updated_at',
      ...lines,
    ],
    supplier_data: [
      'supplier_id,supplier_name,active,updated_at',
      ...NAMES.map((name, index) => `s${index},${cell(name)},true,${stamp}`),
    ],
    customer_profiles: [
      'customer_id,customer_name,updated_at',
      ...NAMES.map((name, index) => `c${index},${cell(name)},${stamp}`),
    ],
  };
}

/** The names that appear as text on the page. */
async function shown(page: Page): Promise<string[]> {
  await waitUntilSettled(page);
  const words = await page.evaluate(() => document.body.textContent);
  return NAMES.filter((name) => words.includes(name.replaceAll('\t', ' ')) || words.includes(name));
}

test('nothing of sixty hostile names runs on any page', async ({ page, baseURL, browserConsole }) => {
  test.setTimeout(240_000);
  browserConsole.allow(/404: there is no page at/);
  expect(NAMES).toHaveLength(60);
  const ran: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== new URL(baseURL ?? '').origin)
      elsewhere.push(url.href);
  });
  const hostile = NAMES[0] ?? '';
  const token = await signInAsOwner(page, {
    ...newOwner(),
    organization: `A ${hostile}`,
    name: `B ${hostile}`,
  });
  const headers = { Authorization: `Bearer ${token}` };
  const source = { kind: 'files', path: writeWarehouse(tables()) };
  expect((await page.request.put('/api/data-sync/source', { headers, data: source })).status()).toBe(200);
  const synced = await page.request.post('/api/data-sync/sync', {
    headers,
    data: { options: { incrementalSync: false } },
  });
  expect(synced.status(), await synced.text()).toBe(200);

  const seen = new Set<string>();
  for (const path of [
    '/',
    '/purchase-patterns',
    '/market-trends',
    '/ai-bot',
    '/data-sync',
    '/account',
    '/organization',
    '/methods',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const name of await shown(page)) seen.add(name);
    expect(await page.evaluate(() => 'ran' in window), path).toBe(false);
  }
  for (const query of ['Low Stock Items', 'Top Products', 'Top customers in the last 12 months', hostile]) {
    await page.goto('/ai-bot');
    await page.getByRole('textbox').first().fill(query);
    const response = page.waitForResponse('**/api/ai-bot/query');
    await page.keyboard.press('Enter');
    expect((await response).status()).toBe(200);
    for (const name of await shown(page)) seen.add(name);
    expect(await page.evaluate(() => 'ran' in window), query).toBe(false);
  }
  // A name in the URL, too.
  for (const path of [
    `/${encodeURIComponent(hostile)}`,
    `/?next=${encodeURIComponent(`javascript:${RUN}`)}#${hostile}`,
  ]) {
    await page.goto(path);
    await waitUntilSettled(page);
    expect(await page.evaluate(() => 'ran' in window), path).toBe(false);
  }
  expect([ran, elsewhere]).toEqual([[], []]);
  expect(seen.size, 'names that a page showed').toBeGreaterThan(20);
});
