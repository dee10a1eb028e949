/** CSV files contain what the screen shows, and no formulas. */
import { expect, it } from 'vitest';
import { toCsv } from './csv';

it('quotes what needs quotes, and ends every line with CRLF', () => {
  expect(toCsv([['a', 'b,c', 'say "hi"', 'two\nlines']])).toBe('a,"b,c","say ""hi""","two\nlines"\r\n');
});

it('gives every line the same number of cells', () => {
  expect(toCsv([['Page', 'Supply Analysis'], [], ['a', 'b', 'c']])).toBe(
    'Page,Supply Analysis,\r\n,,\r\na,b,c\r\n',
  );
  expect(toCsv([])).toBe('');
});

it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx', '＝1', '＋1', '－1', '＠x', '+1 234'])(
  'disarms %j',
  (cell) => {
    expect(toCsv([[cell]])).toBe(`'${cell}\r\n`);
  },
);

it('disarms a carriage return, which also needs quotes', () => {
  expect(toCsv([['\r=1']])).toBe('"\'\r=1"\r\n');
});

it.each([
  [-3.19, '-3.19'],
  [0, '0'],
  ['-3.19', '-3.19'],
  ['+5', '+5'],
  [undefined, ''],
  ["it's", "it's"],
])('leaves %j alone', (cell, text) => {
  expect(toCsv([[cell]])).toBe(`${text}\r\n`);
});
