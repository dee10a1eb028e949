/** An authenticator app. */
import { createHmac } from 'node:crypto';
import type { Locator } from '@playwright/test';

/** The current code for a key (RFC 6238). */
export function totpCode(key: string, ahead = 0): string {
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

/** The key that a panel displays for manual entry. */
export async function readTotpSecret(panel: Locator): Promise<string> {
  const shown = await panel.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  return (shown ?? '').replaceAll(' ', '');
}
