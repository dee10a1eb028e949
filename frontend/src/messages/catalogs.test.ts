/** The catalogs are complete, and the app's texts come from them. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type TypeScript from 'typescript';
import { describe, expect, it } from 'vitest';

// Importing it beside modules that `require` others fails now and then in Node 20: "reading 'getStatus'".
const ts = createRequire(import.meta.url)('typescript') as typeof TypeScript;

/** Folders whose texts all come from the catalogs. */
const CONVERTED = ['app', 'features', 'pages', 'ui'];
const TEXT_ATTRIBUTES = new Set([
  'alt',
  'aria-label',
  'heading',
  'help',
  'label',
  'placeholder',
  'subtitle',
  'title',
]);

const SRC = `${import.meta.dirname}/..`;

const sources = (folder: string) =>
  readdirSync(`${SRC}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|fixture/.test(path))
    .map((path) => {
      const name = `${folder}/${path}`;
      return { name, text: readFileSync(`${SRC}/${name}`, 'utf8') };
    });

const appSources = ['app', 'features', 'lib', 'pages', 'ui'].flatMap(sources);

/** The keys of a catalog, read from its source: `  key: 'Text',`. */
const catalogKeys = (text: string) => [...text.matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key ?? '');

/** Questions that are sent to the server, which answers English. */
const QUESTION_FILES = ['features/assistant/questions.ts', 'features/assistant/sampleQuestions.ts'];

/** Strings that look like texts but are not: names of products and units, and values of the API. */
const NOT_TEXTS = new Set([
  ...['BigQuery', 'PostgreSQL', 'MySQL / MariaDB', 'KiB', 'MiB', 'GiB', 'TiB'],
  ...['All', 'Corn', 'Soybeans', 'Wheat', 'Fertilizer'],
  ...['Midwest', 'Plains', 'Southeast', 'Northeast', 'Positive', 'Neutral', 'Negative'],
]);

/** Attributes for styles and HTML. */
const STYLE_ATTRIBUTES = /^(className|component|rel|role|style|sx)$/;

/** Calls whose strings only developers read. */
const DEVELOPER_CALLS = /^(console\.\w+|Error|TypeError|DOMException|logFailure)$/;

const looksLikeText = (text: string) =>
  (/^[A-Z][a-z]/.test(text) || /[a-z]{2,} [a-z]{2,}/.test(text)) && !/^[@&]|^\d+px |\(.*\)$/.test(text);

/** Whether only developers or the browser read this string: logs, styles, comparisons, types. */
function isTechnical(node: TypeScript.Node): boolean {
  const { parent } = node;
  if (ts.isSourceFile(parent)) return false;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent))
    return true;
  if (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText())) return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isPropertyAssignment(parent) && parent.name.getText() === 'errorLog') return true;
  if (ts.isJsxAttribute(parent) && STYLE_ATTRIBUTES.test(parent.name.getText())) return true;
  if (
    (ts.isCallExpression(parent) || ts.isNewExpression(parent)) &&
    DEVELOPER_CALLS.test(parent.expression.getText())
  )
    return true;
  return isTechnical(parent);
}

/** Texts in other strings, such as lists of labels. */
function stringTexts({ name, text }: { name: string; text: string }): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: TypeScript.Node): void => {
    const isString =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node);
    if (isString && looksLikeText(node.text) && !NOT_TEXTS.has(node.text) && !isTechnical(node)) {
      found.push(`${name}: ${node.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const hasLetters = (text: string) => /[A-Za-z]{2}/.test(text);

/** Texts in JSX, as children or in attributes. */
function literals({ name, text }: { name: string; text: string }): string[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: TypeScript.Node): void => {
    if (ts.isJsxText(node) && hasLetters(node.text)) found.push(`${name}: ${node.text.trim()}`);
    if (
      ts.isJsxAttribute(node) &&
      TEXT_ATTRIBUTES.has(node.name.getText()) &&
      node.initializer &&
      ts.isStringLiteral(node.initializer) &&
      hasLetters(node.initializer.text)
    ) {
      found.push(`${name}: ${node.initializer.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

describe('catalogs', () => {
  it.each(sources('messages/en'))('$name has exactly the keys that are used', ({ name, text }) => {
    const catalog = `@/${name.replace('.ts', '')}'`;
    const users = appSources.filter((source) => source.text.includes(catalog));
    const used = new Set(
      users.flatMap((source) => [...source.text.matchAll(/'(\w+)'/g)].map(([, key]) => key ?? '')),
    );
    const called = users.flatMap((source) =>
      [...source.text.matchAll(/\bt(?:\.rich)?\(\s*'(\w+)'/g)].map(([, key]) => key ?? ''),
    );
    const keys = catalogKeys(text);
    expect(keys.filter((key) => !used.has(key))).toEqual([]);
    expect(called.filter((key) => !keys.includes(key))).toEqual([]);
  });

  it.each(CONVERTED)('hold all texts of %s', (folder) => {
    expect(sources(folder).flatMap(literals)).toEqual([]);
    const others = sources(folder).filter(({ name }) => !QUESTION_FILES.includes(name));
    expect(others.flatMap(stringTexts)).toEqual([]);
  });
});
