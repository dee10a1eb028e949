/** Lint rules that hold the shape of the tree: who may import whom, where colours live, what may export a default. */
import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import { readdirSync } from 'node:fs';
import globals from 'globals';
import ts from 'typescript-eslint';

const src = import.meta.dirname + '/src';
const rooms = readdirSync(`${src}/features`);

/** `lib, ui, auth, api` <- `features/*` (never each other) <- `pages` <- `app`. */
const zones = [
  {
    target: `${src}/lib`,
    from: [`${src}/ui`, `${src}/auth`, `${src}/api`, `${src}/features`, `${src}/pages`, `${src}/app`],
    message: 'lib stands at the bottom: it imports nothing of ours.',
  },
  {
    target: `${src}/ui`,
    from: [`${src}/auth`, `${src}/api`, `${src}/features`, `${src}/pages`, `${src}/app`],
    message: 'ui draws; it knows neither the API nor the trade.',
  },
  {
    target: `${src}/auth`,
    from: [`${src}/ui`, `${src}/api`, `${src}/features`, `${src}/pages`, `${src}/app`],
    message: 'auth keeps the session; api builds on it.',
  },
  {
    target: `${src}/api`,
    from: [`${src}/ui`, `${src}/features`, `${src}/pages`, `${src}/app`],
    message: 'api speaks to the server; it draws nothing.',
  },
  {
    target: `${src}/features`,
    from: [`${src}/pages`, `${src}/app`],
    message: 'A room does not know the page that it stands on.',
  },
  ...rooms.map((room) => ({
    target: `${src}/features/${room}`,
    from: `${src}/features`,
    except: [`./${room}`],
    message: 'Rooms do not import each other: compose them in a page, or move the shared piece to ui or lib.',
  })),
  { target: `${src}/pages`, from: `${src}/app`, message: 'Pages do not know the frame around them.' },
];

const literalColour = {
  selector: 'Literal[value=/^(#[0-9a-fA-F]{3,8}|(rgb|hsl|oklch)a?\\(.*)$/]',
  message: 'Colours come from the token table in app/theme: write a palette name.',
};

/** How a figure or a time is written is the person's to choose, in one place. */
const ownFormat = [
  {
    selector: 'MemberExpression[property.name=/^toLocale/]',
    message: 'lib/format writes figures and times as the person prefers them.',
  },
  {
    selector: 'Identifier[name="Intl"]',
    message: 'lib/format writes figures and times as the person prefers them.',
  },
];

export default defineConfig(
  globalIgnores(['dist', 'test-results', 'playwright-report']),
  js.configs.recommended,
  ts.configs.strict,
  { files: ['*.mjs', '*.js'], languageOptions: { globals: globals.node } },
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended, jsxA11y.flatConfigs.recommended],
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
    languageOptions: { globals: globals.browser },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-default-export': 'error',
      'import-x/no-cycle': 'error',
      'no-console': ['error', { allow: ['info', 'error'] }],
      'no-restricted-syntax': ['error', literalColour, ...ownFormat],
    },
  },
  { files: ['src/pages/**/*.tsx'], rules: { 'import-x/no-default-export': 'off' } },
  {
    files: ['src/lib/format.ts', 'src/lib/timeZones.ts', 'src/**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', literalColour] },
  },
  { files: ['src/app/theme/tokens.ts'], rules: { 'no-restricted-syntax': 'off' } },
);
