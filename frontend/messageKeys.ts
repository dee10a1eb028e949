/** Shortens message keys in the production build, so that readable keys cost no download. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const SRC = `${import.meta.dirname}/src`;
const CATALOG = /\/src\/messages\/[\w-]+\/(\w+)\.ts$/;
const KEY = /^ {2}(\w+):/gm;
const CALL = /\b(t(?:\.rich)?\(\s*)'(\w+)'/g;
const IMPORT = /from '@\/messages\/en\/(\w+)'/;

const count = (text: string, part: string) => text.split(part).length - 1;

/** Short keys of each catalog. A key that is also used outside a direct call of `t` keeps its name. */
function shortKeys(): Map<string, Map<string, string>> {
  const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(`${SRC}/${path}`, 'utf8'));
  const catalogs = readdirSync(`${SRC}/messages/en`).map((file) => {
    const name = file.replace('.ts', '');
    const users = sources.filter((text) => text.includes(`'@/messages/en/${name}'`));
    const keys = [...readFileSync(`${SRC}/messages/en/${file}`, 'utf8').matchAll(KEY)].map(
      ([, key]) => key ?? '',
    );
    const direct = (key: string) =>
      users.every(
        (text) =>
          count(text, `'${key}'`) === [...text.matchAll(CALL)].filter(([, , used]) => used === key).length,
      );
    const short = keys.map((key, index) => [key, direct(key) ? `_${index.toString(36)}` : key] as const);
    return [name, new Map(short)] as const;
  });
  return new Map(catalogs);
}

export function shortenMessageKeys(): Plugin {
  let catalogs = new Map<string, Map<string, string>>();
  return {
    name: 'shorten-message-keys',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      catalogs = shortKeys();
    },
    transform(code, id) {
      const own = catalogs.get(CATALOG.exec(id)?.[1] ?? '');
      if (own) return code.replace(KEY, (_, key: string) => `  ${own.get(key) ?? key}:`);
      const used = catalogs.get(IMPORT.exec(code)?.[1] ?? '');
      return used && code.replace(CALL, (_, call: string, key: string) => `${call}'${used.get(key) ?? key}'`);
    },
  };
}
