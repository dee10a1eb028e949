/** Time until another server takes over a sync, at the default heartbeat timeout of 30 seconds: after a kill, and after a shutdown. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Sprout, circumstances, warehouse } from './sprout.mjs';

const LINES = 400_000;
const engine = process.argv[2] ?? 'sqlite';
const database = engine === 'postgres' ? process.env.SPROUT_TEST_POSTGRES : undefined;
const folder = mkdtempSync(join(tmpdir(), 'sprout-takeover-'));

/** Milliseconds until the run is taken over, and until it has ended, as the remaining server sees it. */
async function followed(left, run) {
  const began = performance.now();
  let taken;
  for (;;) {
    const { data } = await left.get('/api/jobs?limit=20');
    const job = data.items.find((item) => item.subject === run);
    if (taken === undefined && job.attempts > 1) taken = performance.now() - began;
    if (job.state !== 'running') {
      const { data: record } = await left.get(`/api/data-sync/runs/${run}`);
      return { taken, ended: performance.now() - began, state: record.state, read: record.stats.totalRecords };
    }
    if (performance.now() - began > 300_000) throw new Error(`the run stands still: ${JSON.stringify(job)}`);
    await pause(100);
  }
}

try {
  const source = join(folder, 'warehouse');
  warehouse(source, LINES, '2026-06-15');
  const one = new Sprout(folder, database);
  const other = new Sprout(folder, database);
  await one.start();
  await one.register();
  await one.setSource(source);
  await other.start();
  await other.signIn();
  const rows = [];
  for (const how of ['kill', 'kill', 'kill', 'stop']) {
    const run = await one.begin();
    await pause(2_500);
    // A server that shuts down gives its requests ten seconds; it has none.
    const struck = performance.now();
    await one[how]();
    const gone = (performance.now() - struck) / 1_000;
    const { taken, ended, state, read } = await followed(other, run);
    rows.push({ how: how === 'kill' ? 'killed' : 'told to stop', gone, taken: taken / 1_000, ended: ended / 1_000, state, read });
    await one.start();
    await one.signIn();
  }
  await one.stop();
  await other.stop();
  console.log(`# A sync that outlives its server, on ${engine}\n`);
  console.log(circumstances(engine));
  console.log(`\nTwo servers, ${LINES.toLocaleString('en')} order lines, struck 2.5 s after the run was begun. The bar is 35 s from the end of the first server to the take-over.\n`);
  console.log('| The server was | gone after, s | taken over after, s | run ended after, s | state | rows read |');
  console.log('|---|---|---|---|---|---|');
  for (const { how, gone, taken, ended, state, read } of rows) {
    console.log(`| ${how} | ${gone.toFixed(1)} | ${taken?.toFixed(1) ?? 'not: it had ended'} | ${ended.toFixed(1)} | ${state} | ${read} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
