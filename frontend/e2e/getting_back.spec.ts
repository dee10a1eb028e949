/** Getting in again after the password was forgotten, and with a code beside it: against the real server and its outbox. */
import { createHmac } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { overhang } from './looks';
import { linkTo } from './outbox';
import { settled } from './pages';
import { arriveAsOwner, newOwner, signInByForm, statusWith } from './people';
import { expect, refusalOf, test } from './test';

/** What an authenticator app shows now for a key (RFC 6238). */
function codeOf(key: string, ahead = 0): string {
  const bits = [...key].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const secret = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => parseInt(byte, 2)) ?? [],
  );
  const step = Buffer.alloc(8);
  step.writeBigInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const tag = createHmac('sha1', secret).update(step).digest();
  const number = tag.readUInt32BE((tag.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

async function looksRight(page: Page, picture: (name: string) => string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      expect(await overhang(page)).toBeLessThanOrEqual(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations, `${colorScheme}, ${width}`).toEqual([]);
      await page.screenshot({ path: picture(`${colorScheme}-${width}.png`), fullPage: true });
    }
  }
}

test('a forgotten password is replaced by the link of a letter, once', async ({
  page,
  browserConsole,
}, testInfo) => {
  test.setTimeout(120_000);
  browserConsole.allow(refusalOf(422));
  browserConsole.allow(refusalOf(401));
  const owner = newOwner();
  const token = await arriveAsOwner(page, owner);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  await page.getByRole('button', { name: 'Send a link' }).click();
  await expect(page.getByRole('status')).toContainText(
    'This server sends no mail: ask whoever runs it for the link',
  );
  await looksRight(page, (name) => testInfo.outputPath(`forgot-${name}`));

  const link = linkTo(owner.email, 'password_reset');
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('Password1');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
    /first that others would try/,
  );
  await looksRight(page, (name) => testInfo.outputPath(`reset-${name}`));
  await page.getByLabel('New password', { exact: true }).fill('five bags of seed');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('status')).toContainText('Your new password is set');
  await expect.poll(() => statusWith(page, token), { timeout: 2_000 }).toBe(401);

  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signInByForm(page, { ...owner, password: 'five bags of seed' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('six bags of seed');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('link', { name: 'Ask for another link' })).toBeVisible();
});

test('two-step sign-in is set up with an app, and asks for its code', async ({
  page,
  browserConsole,
}, testInfo) => {
  test.setTimeout(120_000);
  browserConsole.allow(refusalOf(401));
  const owner = newOwner();
  await arriveAsOwner(page, owner);
  await page.goto('/account');
  const panel = page.getByRole('region', { name: 'Two-step sign-in' });
  await panel.getByRole('button', { name: 'Set up two-step sign-in' }).click();
  await panel.getByLabel('Your password', { exact: true }).fill(owner.password);
  await panel.getByRole('button', { name: 'Go on' }).click();
  await expect(panel.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const key = ((await panel.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(
    ' ',
    '',
  );
  await looksRight(page, (name) => testInfo.outputPath(`set-up-${name}`));
  await panel.getByLabel('Code', { exact: true }).fill(codeOf(key));
  await panel.getByRole('button', { name: 'Turn on' }).click();
  const codes = panel.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await looksRight(page, (name) => testInfo.outputPath(`codes-${name}`));
  await panel.getByRole('button', { name: 'I have kept them' }).click();
  await expect(panel).toContainText('10 recovery codes are left');

  await page.evaluate(() => localStorage.clear());
  await page.goto('/sign-in');
  await signInByForm(page, owner);
  await expect(page.getByRole('status')).toContainText('Two-step sign-in is on');
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await looksRight(page, (name) => testInfo.outputPath(`code-${name}`));
  await code.fill(codeOf(key, 1));
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');

  await page.goto('/account');
  await panel.getByRole('button', { name: 'Turn off two-step sign-in' }).click();
  await panel.getByLabel('Your password', { exact: true }).fill(owner.password);
  await panel.getByLabel('Code', { exact: true }).fill(recovery);
  await panel.getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Set up two-step sign-in' })).toBeVisible();
});
