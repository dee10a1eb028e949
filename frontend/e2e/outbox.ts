/** The emails in the server's outbox, as its operator reads them. */
import { execFileSync } from 'node:child_process';
import { dataFolder } from './environment';
import { binary } from './server';

function sprout(...words: string[]): string {
  const env = { PATH: process.env.PATH, SPROUT_DATA_DIR: dataFolder() };
  return execFileSync(binary, ['outbox', ...words], { env, encoding: 'utf8' });
}

/** The link of the newest email of a kind to an address: path and fragment. */
export function linkTo(email: string, kind: string): string {
  const line = sprout()
    .split('\n')
    .find((each) => each.endsWith(` ${email}`) && each.includes(` ${kind} `));
  if (line === undefined) throw new Error(`There is no ${kind} email to ${email}.`);
  const text = sprout('show', line.split(' ')[0] ?? '');
  const link = /^http\S+#token=\S+$/m.exec(text)?.[0];
  if (link === undefined) throw new Error(`Email text has no link: ${text}`);
  const { pathname, hash } = new URL(link);
  return pathname + hash;
}
