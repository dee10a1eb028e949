/** Measures a page in Chromium: its load, the latency of interactions (Event Timing), long tasks and rows. */
import { createServer, request } from 'node:http';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
/** A screen is at rest when nothing was requested or ran long for this time. */
const REST_MS = 400;
const MAX_REST_MS = 20_000;
/** The list of what counts as a row: table rows and cards, without the space for rows that are not rendered. */
const ROWS =
  'main tbody tr:not([aria-hidden]), main article, main li, dialog[open] tbody tr, dialog[open] li';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

export const launchBrowser = () =>
  chromium.launch({
    executablePath: process.env.SPROUT_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: FLAGS,
  });

/** Serves the app of a folder in front of a server, so that a change is measured without a build of the binary. */
export async function serveApp(folder, target) {
  const page = await fetch(target);
  const policy = page.headers.get('content-security-policy');
  const server = createServer((incoming, outgoing) => {
    const path = decodeURIComponent(new URL(incoming.url, target).pathname);
    if (incoming.method === 'GET' && !/^\/(api|health|docs|openapi)/.test(path)) {
      const named = join(folder, path);
      const file = existsSync(named) && statSync(named).isFile() ? named : join(folder, 'index.html');
      const packed = existsSync(`${file}.br`) ? `${file}.br` : undefined;
      outgoing.writeHead(200, {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ...(packed && { 'content-encoding': 'br' }),
        ...(policy && { 'content-security-policy': policy }),
      });
      outgoing.end(readFileSync(packed ?? file));
      return;
    }
    const { method, headers, url } = incoming;
    const forwarded = request(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Runs in the page before its own scripts. */
function observe() {
  const state = { events: [], tasks: [], shifts: 0, marks: [] };
  window.benchState = state;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.interactionId > 0)
        state.events.push({
          id: entry.interactionId,
          name: entry.name,
          start: entry.startTime,
          duration: entry.duration,
          delay: entry.processingStart - entry.startTime,
          processing: entry.processingEnd - entry.processingStart,
        });
  }).observe({ type: 'event', durationThreshold: 16 });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) state.tasks.push({ start: startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  // The time of the input that opens something, as the browser received it.
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, (event) => (state.input = event.timeStamp), { capture: true });
  /** Remembers when the first element that matches is painted, anywhere or in a panel of the page. */
  window.benchWaitFor = ({ panel, css }) => {
    state.shown = undefined;
    const look = () => {
      const places = panel
        ? [...document.querySelectorAll('main section')].filter(
            (section) => section.querySelector('h2')?.textContent === panel,
          )
        : [document];
      const found = places.some((place) =>
        [...place.querySelectorAll(css)].some((element) => element.checkVisibility()),
      );
      // The frame after the one that has it was painted with it.
      if (found) requestAnimationFrame(() => (state.shown = performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  };
}

/** A signed-in browser page of a viewport, which counts what happens in it. */
export class MeasuredPage {
  #requests = 0;
  #lastRequest = 0;
  #pending = 0;

  static async open(browser, address, person, viewport) {
    const { width, height, slowdown = 1, isPhone = false } = viewport;
    const context = await browser.newContext({
      baseURL: address,
      viewport: { width, height },
      locale: 'en-US',
      timezoneId: 'America/Chicago',
      serviceWorkers: 'block',
      ...(isPhone && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
    });
    const page = await context.newPage();
    const measured = new MeasuredPage();
    Object.assign(measured, { context, page, viewport });
    const login = await context.request.post('/api/auth/login', { data: person });
    const { data } = await login.json();
    await page.goto('/robots.txt');
    await page.evaluate((token) => localStorage.setItem('token', token), data.token);
    await page.addInitScript(observe);
    measured.devtools = await context.newCDPSession(page);
    if (slowdown !== 1) await measured.devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    page.on('request', () => {
      measured.#requests += 1;
      measured.#pending += 1;
      measured.#lastRequest = performance.now();
    });
    for (const end of ['requestfinished', 'requestfailed'])
      page.on(end, () => {
        measured.#pending -= 1;
        measured.#lastRequest = performance.now();
      });
    return measured;
  }

  /** Opens a path. Its content shows when an element of `shows` is visible. */
  async load(path, shows) {
    const before = this.#requests;
    await this.page.goto(path, { waitUntil: 'commit' });
    await this.page.evaluate((place) => window.benchWaitFor(place), shows);
    await this.page.waitForFunction(() => window.benchState.shown !== undefined, undefined, {
      timeout: 60_000,
      polling: 100,
    });
    await this.rest();
    const { tasks, shown } = await this.#read();
    return {
      shown,
      longest: Math.max(0, ...tasks.map(({ duration }) => duration)),
      blocking: tasks.reduce((sum, { duration }) => sum + duration - 50, 0),
      requests: this.#requests - before,
      rows: await this.countRows(),
    };
  }

  /**
   * Latency of what `act` does: the slowest of its interactions, with its parts, and the longest task until the
   * screen rests. With `shows`, also the time from the input until that element is painted.
   */
  async interact(act, { shows, profile } = {}) {
    await this.rest();
    await this.page.evaluate(() => {
      Object.assign(window.benchState, { events: [], tasks: [], input: undefined, shown: undefined });
    });
    const before = this.#requests;
    if (shows) await this.page.evaluate((place) => window.benchWaitFor(place), shows);
    if (profile) {
      await this.devtools.send('Profiler.enable');
      await this.devtools.send('Profiler.start');
    }
    await act(this.page);
    await this.rest();
    if (profile) {
      const { profile: samples } = await this.devtools.send('Profiler.stop');
      writeFileSync(profile, JSON.stringify(samples));
    }
    const { events, tasks, shown, input } = await this.#read();
    const worst = events.toSorted((a, b) => b.duration - a.duration)[0];
    return {
      latency: worst?.duration ?? 0,
      parts: worst && { event: worst.name, delay: worst.delay, processing: worst.processing },
      longest: Math.max(0, ...tasks.map(({ duration }) => duration)),
      blocking: tasks.reduce((sum, { duration }) => sum + duration - 50, 0),
      requests: this.#requests - before,
      rows: await this.countRows(),
      ...(shows && { opened: shown === undefined || input === undefined ? undefined : shown - input }),
    };
  }

  /** Waits until nothing is requested and no long task runs. */
  async rest() {
    const start = performance.now();
    while (performance.now() - start < MAX_REST_MS) {
      await pause(100);
      // Answers once the main thread is free.
      const lastTask = await this.page.evaluate(
        () =>
          new Promise((resolve) => {
            requestAnimationFrame(() =>
              setTimeout(() => {
                const last = window.benchState?.tasks.at(-1);
                resolve(last === undefined ? Infinity : performance.now() - last.start - last.duration);
              }),
            );
          }),
      );
      const quiet = performance.now() - this.#lastRequest;
      if (this.#pending <= 0 && Math.min(lastTask, quiet, performance.now() - start) > REST_MS) return;
    }
  }

  countRows() {
    return this.page.locator(ROWS).count();
  }

  #read() {
    return this.page.evaluate(() => window.benchState);
  }

  async close() {
    await this.context.close();
  }
}
