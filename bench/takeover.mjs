/** Time until another server takes over a sync, at the default heartbeat timeout: after a kill, and after a shutdown. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Sprout, describeEnvironment, generateDemo } from './sprout.mjs';

const LINES = Number(process.env.SPROUT_BENCH_LINES ?? 400_000);
const engine = process.argv[2] ?? 'sqlite';
const database = engine === 'postgres' ? process.env.SPROUT_TEST_POSTGRES : undefined;
const folder = mkdtempSync(join(tmpdir(), 'sprout-takeover-'));

/** Milliseconds until the run is taken over, and until it has ended, as the remaining server sees it. */
async function waitForTakeover(remaining, run) {
  const start = performance.now();
  let taken;
  for (;;) {
    const { data } = await remaining.get('/api/jobs?limit=20');
    const job = data.items.find((item) => item.subject === run);
    if (taken === undefined && job.attempts > 1) taken = performance.now() - start;
    if (job.state !== 'running') {
      const { data: record } = await remaining.get(`/api/data-sync/runs/${run}`);
      return {
        taken,
        ended: performance.now() - start,
        state: record.state,
        read: record.stats.totalRecords,
      };
    }
    if (performance.now() - start > 300_000)
      throw new Error(`the run made no progress: ${JSON.stringify(job)}`);
    await pause(100);
  }
}

try {
  const source = join(folder, 'warehouse');
  generateDemo(source, LINES, '2026-06-15');
  const one = new Sprout(folder, database);
  const other = new Sprout(folder, database);
  await one.start();
  await one.register();
  await one.setSource(source);
  await other.start();
  await other.signIn();
  const rows = [];
  for (const how of ['kill', 'kill', 'kill', 'stop']) {
    const run = await one.startSync();
    await pause(2_500);
    // A server that shuts down waits up to ten seconds for requests, but there are none.
    const stopStart = performance.now();
    await one[how]();
    const gone = (performance.now() - stopStart) / 1_000;
    const { taken, ended, state, read } = await waitForTakeover(other, run);
    rows.push({
      how: how === 'kill' ? 'killed' : 'stopped',
      gone,
      taken: taken / 1_000,
      ended: ended / 1_000,
      state,
      read,
    });
    await one.start();
    await one.signIn();
  }
  await one.stop();
  await other.stop();
  console.log(`# Takeover of a sync by another server, on ${engine}\n`);
  console.log(describeEnvironment(engine));
  console.log(
    `\nTwo servers, ${LINES.toLocaleString('en')} order lines. The first server ends 2.5 s after the start of the run. The target is a takeover within 10 s.\n`,
  );
  console.log(
    '| Server | exited after, s | taken over after, s | run finished after, s | state | rows read |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const { how, gone, taken, ended, state, read } of rows) {
    console.log(
      `| ${how} | ${gone.toFixed(1)} | ${taken?.toFixed(1) ?? 'already finished'} | ${ended.toFixed(1)} | ${state} | ${read} |`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
