/** Lint rules for the structure: allowed imports, where colors are defined, where default exports are allowed. */
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
const features = readdirSync(`${src}/features`);

/** `lib, ui, auth, api` <- `features/*` (never each other) <- `pages` <- `app`. */
const zones = [
  {
    target: `${src}/lib`,
    from: [`${src}/ui`, `${src}/auth`, `${src}/api`, `${src}/features`, `${src}/pages`, `${src}/app`],
    message: 'lib is the lowest layer: it must not import other layers.',
  },
  {
    target: `${src}/ui`,
    from: [`${src}/auth`, `${src}/api`, `${src}/features`, `${src}/pages`, `${src}/app`],
    message: 'ui only renders: it must not import the API or features.',
  },
  {
    target: `${src}/auth`,
    from: [`${src}/ui`, `${src}/api`, `${src}/features`, `${src}/pages`, `${src}/app`],
    message: 'auth must not import api: api builds on it.',
  },
  {
    target: `${src}/api`,
    from: [`${src}/ui`, `${src}/features`, `${src}/pages`, `${src}/app`],
    message: 'api must not import anything that renders.',
  },
  {
    target: `${src}/features`,
    from: [`${src}/pages`, `${src}/app`],
    message: 'A feature must not import the page that uses it.',
  },
  ...features.map((feature) => ({
    target: `${src}/features/${feature}`,
    from: `${src}/features`,
    except: [`./${feature}`],
    message: 'Features must not import each other: compose them in a page, or move shared code to ui or lib.',
  })),
  { target: `${src}/pages`, from: `${src}/app`, message: 'Pages must not import the app around them.' },
];

const literalColor = {
  selector: 'Literal[value=/^(#[0-9a-fA-F]{3,8}|(rgb|hsl|oklch)a?\\(.*)$/]',
  message: 'Colors come from the token table in app/theme: write a palette name.',
};

/** Numbers and times are formatted in one place, by user preference. */
const directFormatting = [
  {
    selector: 'MemberExpression[property.name=/^toLocale/]',
    message: 'Use lib/format: it follows the user’s preferences.',
  },
  {
    selector: 'Identifier[name="Intl"]',
    message: 'Use lib/format: it follows the user’s preferences.',
  },
];

/** Right-to-left languages mirror the layout: start and end instead of left and right. */
const physicalSides = [
  {
    selector: 'Property[key.name=/^([mp][lr]|(margin|padding|border)(Left|Right)(Width|Style|Color)?)$/]',
    message: 'Use the logical property, such as marginInlineStart: it mirrors in right-to-left languages.',
  },
  {
    selector: 'Property[key.name=/^(left|right)$/][value.type="Literal"]',
    message: 'Use insetInlineStart or insetInlineEnd: they mirror in right-to-left languages.',
  },
  {
    selector: 'Property[key.name="textAlign"] Literal[value=/^(left|right)$/]',
    message: 'Use start or end: they mirror in right-to-left languages.',
  },
];

export default defineConfig(
  globalIgnores(['dist', 'test-results', 'playwright-report']),
  js.configs.recommended,
  ts.configs.strict,
  { files: ['*.mjs', '*.js'], languageOptions: { globals: globals.node } },
  { files: ['public/sw.js'], languageOptions: { globals: globals.serviceworker } },
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
      'no-restricted-syntax': ['error', literalColor, ...directFormatting, ...physicalSides],
    },
  },
  { files: ['src/pages/**/*.tsx'], rules: { 'import-x/no-default-export': 'off' } },
  {
    files: [
      'src/lib/format.ts',
      'src/lib/languageText.ts',
      'src/lib/timeZones.ts',
      'src/lib/translate.ts',
      'src/**/*.test.{ts,tsx}',
    ],
    rules: { 'no-restricted-syntax': ['error', literalColor] },
  },
  // Texts, and charts, whose time axis goes from left to right in every language.
  {
    files: ['src/messages/**/*.ts', 'src/ui/charts/*'],
    rules: { 'no-restricted-syntax': ['error', literalColor, ...directFormatting] },
  },
  { files: ['src/app/theme/tokens.ts'], rules: { 'no-restricted-syntax': 'off' } },
);
