/** A bucket of S3-compatible storage as the source: from its address to loaded rows. */
import { createServer } from 'node:http';
import { signInAsOwner } from './accounts';
import { listenLocally } from './local_server';
import { syncPage } from './sync_page';
import { expect, test } from './test';

const SUPPLIERS = [
  'supplier_id,supplier_name,active,updated_at',
  'V-100,Acme Seed,true,2026-06-01T00:00:00Z',
  'V-200,Prairie Ag,false,2026-06-01T00:00:00Z',
  '',
].join('\n');
const ETAG = '"5d41402abc4b2a76b9719d911017c592"';
const LIST = `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>false</IsTruncated>
<Contents><Key>erp/supplier_data.csv</Key><LastModified>2026-06-02T08:00:00.000Z</LastModified>
<ETag>${ETAG}</ETag><Size>${SUPPLIERS.length}</Size></Contents></ListBucketResult>`;
const KEY_ID = 'AKIASPROUTTEST';

test('a bucket is tested, connected and synced', async ({ page }) => {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://storage');
    const isKnown = url.searchParams.get('X-Amz-Credential')?.startsWith(`${KEY_ID}/`) === true;
    if (!isKnown) {
      response.writeHead(403).end('<Error><Code>InvalidAccessKeyId</Code></Error>');
    } else if (url.searchParams.has('list-type')) {
      response.end(LIST);
    } else {
      response.writeHead(200, { etag: ETAG }).end(SUPPLIERS);
    }
  });
  const endpoint = await listenLocally(server);
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });

  await signInAsOwner(page);
  await page.goto('/data-sync?tab=sources');
  await page.getByRole('button', { name: 'S3', exact: true }).click();
  await field('Endpoint').fill(endpoint);
  await field('Bucket').fill('prairie');
  await field('Prefix').fill('erp');
  await field('Access key ID').fill('AKIAOTHER');
  await page.getByLabel('Secret access key').fill('secret/key+1');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText(/does not accept the access key ID AKIAOTHER/)).toBeVisible();

  await field('Access key ID').fill(KEY_ID);
  await page.getByRole('button', { name: 'Connect bucket' }).click();
  await expect(page.getByText('Source connected. Start a full sync to load your data.')).toBeVisible();

  await page.goto('/data-sync');
  const sync = syncPage(page);
  await expect(sync.card('Source connection')).toContainText('Connected');
  await sync.runFullSync();
  await expect(sync.statistics).toContainText('2 inserted, 0 updated, 0 unchanged, 0 deleted');
  await page.goto('/data-sync?tab=sources');
  await expect(field('Prefix')).toHaveValue('erp/');
  await expect(page.getByLabel('Secret access key')).toHaveValue('');
  server.close();
});
