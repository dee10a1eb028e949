/** A MariaDB database as the source: from its address to loaded rows. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signInAsOwner } from './accounts';
import { expectAccessible } from './expect_accessible';
import { syncPage } from './sync_page';
import { expect, test } from './test';

const script = join(dirname(fileURLToPath(import.meta.url)), '../../.ci/mariadb');

const ROWS = `
create database erp;
create table erp.supplier_data (
  supplier_id varchar(20), supplier_name varchar(40), active boolean, updated_at timestamp null
);
insert into erp.supplier_data values ('V-100', 'Acme Seed', true, '2026-06-01'), ('V-200', 'Prairie Ag', false, '2026-06-01');
create user reader@'%' identified by 'p:a/s s';
grant select on erp.* to reader@'%';
`;

/** Starts a server with rows. Returns its folder and port. */
function startDatabase(): { folder: string; port: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sprout-mariadb.'));
  const port = execFileSync(script, ['start', folder], { encoding: 'utf8' }).trim();
  const client = ['--no-defaults', '--user=root', `--socket=${join(folder, 'socket')}`];
  execFileSync('mariadb', client, { input: ROWS });
  return { folder, port };
}

test('a MariaDB database is tested, connected and synced', async ({ page }) => {
  const { folder, port } = startDatabase();
  try {
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await signInAsOwner(page);
    await page.goto('/data-sync?tab=sources');
    await page.getByRole('button', { name: 'MySQL / MariaDB', exact: true }).click();
    await expect(field('Port')).toHaveValue('3306');
    await expect(field('Schema')).toHaveCount(0);
    await field('Server').fill('127.0.0.1');
    await field('Port').fill(port);
    await field('Database').fill('erp');
    await field('User').fill('reader');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await expect(page.getByText(/does not let reader in with this password/)).toBeVisible();
    await expectAccessible(page, 'a database source');

    await page.getByLabel('Password').fill('p:a/s s');
    await page.getByRole('button', { name: 'Required', exact: true }).click();
    await page.getByRole('button', { name: 'Connect MySQL database' }).click();
    await expect(page.getByText('Source connected. Start a full sync to load your data.')).toBeVisible();
    await page.goto('/data-sync');
    const sync = syncPage(page);
    await sync.runFullSync();
    await expect(sync.statistics).toContainText('2 inserted, 0 updated, 0 unchanged, 0 deleted');
    await page.goto('/data-sync?tab=sources');
    await expect(page.getByText('erp on 127.0.0.1, as reader')).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveValue('');
  } finally {
    execFileSync(script, ['stop', folder]);
  }
});
