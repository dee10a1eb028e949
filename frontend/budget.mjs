/** Weighs what a first visit downloads, file by file as built, and fails where it outgrows `budgets.json`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const dist = new URL('dist/', import.meta.url);
const read = (path, base) => readFileSync(new URL(path, base));
const manifest = JSON.parse(read('.vite/manifest.json', dist));
const budgets = JSON.parse(read('budgets.json', import.meta.url));

/** Each file of a page is a request that a phone waits for. */
const MAX_FILES = 8;
const MAX_TYPEFACE_KIB = 40;

/** All files that one chunk needs at once: its own, its styles and its static imports. */
function filesOf(key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk)
    throw new Error(`${key} is not in the build: run "npm run build" first, or correct budgets.json.`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const style of chunk.css ?? []) found.add(style);
  for (const key of chunk.imports ?? []) filesOf(key, found);
  return found;
}

const brotliKiB = (files) =>
  [...files].reduce((sum, file) => sum + brotliCompressSync(read(file, dist)).length, 0) / 1024;

/** What is downloaded: entry and page, or what a chunk adds to the page that asks for it. */
function weighed({ page = null, chunk }) {
  const files = filesOf('index.html');
  if (page !== null) filesOf(page, files);
  if (chunk === undefined) return files;
  return new Set([...filesOf(chunk)].filter((file) => !files.has(file)));
}

let over = false;
for (const [name, budget] of Object.entries(budgets)) {
  const files = weighed(budget);
  const size = brotliKiB(files);
  const most = budget.brotliKiB;
  const isOver = size > most || files.size > MAX_FILES;
  over ||= isOver;
  console.log(
    `${isOver ? 'OVER' : 'ok  '} ${name.padEnd(16)} ${size.toFixed(1)} of ${most} KiB (brotli), ` +
      `${files.size} of ${MAX_FILES} files`,
  );
}

// As they are: they can't be compressed further.
const typefaces = readdirSync(new URL('assets/', dist)).filter((file) => file.endsWith('.woff2'));
const size = typefaces.reduce((sum, file) => sum + statSync(new URL(`assets/${file}`, dist)).size, 0) / 1024;
over ||= size > MAX_TYPEFACE_KIB;
console.log(
  `${size > MAX_TYPEFACE_KIB ? 'OVER' : 'ok  '} ${'typeface'.padEnd(16)} ${size.toFixed(1)} of ${MAX_TYPEFACE_KIB} KiB`,
);
process.exitCode = over ? 1 : 0;
