/** Leaves a brotli copy beside every text file of the build; the server sends it to browsers that take it. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const dist = new URL('./dist', import.meta.url).pathname;
const text = /\.(js|css|html|svg|txt|json)$/;
/** Below a packet's size there is nothing to win. */
const smallest = 1024;

for (const name of readdirSync(dist, { recursive: true })) {
  const file = join(dist, name);
  if (!text.test(name) || name.startsWith('.vite') || statSync(file).size < smallest) continue;
  const bytes = readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
}
