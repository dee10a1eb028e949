/** How the app is built, served in development and tested. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { shareChunks } from './chunks.ts';
import { preloadTypeface } from './preloadTypeface.ts';
import { shortenMessageKeys } from './messageKeys.ts';

const api = process.env.SPROUT_URL ?? 'http://127.0.0.1:8080';

const TESTS = ['src/**/*.test.{ts,tsx}'];
const TESTS_WITH_REPLACED_MODULES = ['src/app/App.test.tsx', 'src/messages/languages.test.tsx'];

/** Where `make test` collects the reports of a run. */
const reports = process.env.SPROUT_TEST_REPORTS;

export default defineConfig(({ command }) => ({
  plugins: [shortenMessageKeys(), preloadTypeface(), react()],
  resolve: {
    alias: [
      { find: '@', replacement: fileURLToPath(new URL('./src', import.meta.url)) },
      ...(command === 'build'
        ? [
            {
              find: /^\.\/TouchRipple\.mjs$/,
              replacement: fileURLToPath(new URL('./noRipple.ts', import.meta.url)),
            },
            {
              find: /^hoist-non-react-statics$/,
              replacement: fileURLToPath(new URL('./noStatics.ts', import.meta.url)),
            },
            // The exports of the package name the build with its warnings only.
            {
              find: /^react-router$/,
              replacement: fileURLToPath(
                new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url),
              ),
            },
          ]
        : []),
    ],
    // The app compiles the client from its sources: no build of the package is needed first.
    conditions: ['sprout-source', 'module', 'browser', 'development|production'],
  },
  server: {
    proxy: { '/api': api, '/health': api, '/docs': api, '/openapi.json': api },
  },
  build: {
    target: ['chrome117', 'firefox121', 'safari17'],
    // `budget.mjs` reads which chunk needs which.
    manifest: true,
    // Emotion writes its own styles; the content policy has no room for inlined files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The entry names every chunk and what each needs: without their titles everybody waits for half a KiB less. `.vite/manifest.json` tells which is which.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        hashCharacters: 'base36',
        // One chunk for what the entry needs, and few for what pages share: fewer requests, and they compress better.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 100 },
            ...shareChunks(fileURLToPath(new URL('./src/main.tsx', import.meta.url))),
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://sprout.test/' } },
    // jsdom is CommonJS and requires ES modules. Loaded while others are imported, it fails now and then in
    // Node 20 with "reading 'getStatus'", so it is loaded before anything else.
    execArgv: ['--require=jsdom'],
    setupFiles: ['./src/test/setup.ts'],
    // Files share the modules of a worker, because loading them takes as long as the tests; except those
    // that replace modules.
    projects: [
      {
        extends: true,
        test: { name: 'app', isolate: false, include: TESTS, exclude: TESTS_WITH_REPLACED_MODULES },
      },
      { extends: true, test: { name: 'replaced modules', include: TESTS_WITH_REPLACED_MODULES } },
    ],
    restoreMocks: true,
    unstubGlobals: true,
    // A test without assertions proves nothing.
    expect: { requireAssertions: true },
    reporters: reports ? ['default', 'json'] : ['default'],
    outputFile: { json: `${reports}/vitest.json` },
    testTimeout: 60_000,
    // Left to itself it keeps a core free, which is half of a machine with two.
    maxWorkers: '100%',
  },
}));
