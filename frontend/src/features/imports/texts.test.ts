/** Texts of the questions about imported files, and of why files are not read, by language. */
import { afterEach, describe, expect, it } from 'vitest';
import { loadLanguage } from '@/messages/languages';
import type { OpenQuestion } from './answers';
import type { FileProposal, FileRefusal, ImportQuestion } from './queries';
import { questionText } from './questionText';
import { refusalText } from './refusalText';

const file: FileProposal = { file: 'stock.csv', columns: [], constants: {}, questions: [] };
const ask = (question: Partial<ImportQuestion> & Pick<ImportQuestion, 'kind'>): OpenQuestion => ({
  file,
  question: { id: 'q1', text: '', options: [], ...question },
});

afterEach(() => loadLanguage('en'));

describe('a question about a file', () => {
  it.each([
    [{ kind: 'blank', target: 'on_hand' }, 'Some cells of on_hand are blank. Do they mean zero?'],
    [{ kind: 'category', value: 'Misc' }, 'Which category is Misc?'],
    [{ kind: 'commodity', value: 'Rye' }, 'Which commodity is Rye? Another word is kept as its own.'],
    [
      { kind: 'constant', target: 'direction' },
      'No column is direction. What is it for all rows of stock.csv?',
    ],
    [{ kind: 'date_order', example: '03/04/26' }, 'Is 03/04/26 month/day/year or day/month/year?'],
    [{ kind: 'direction', value: 'XR' }, 'Which kind of document is XR?'],
    [{ kind: 'number_format', example: '1,250' }, 'Is 1,250 a number with thousands, or with decimals?'],
    [{ kind: 'sign' }, 'Are sales negative because stock goes down, or are these returns?'],
    [{ kind: 'unit', value: 'Jug' }, 'How much is a Jug?'],
    [{ kind: 'unit', value: 'cwt', options: ['usd_per_bu'] }, 'In which unit are prices in cwt?'],
    [{ kind: 'which_column', target: 'quantity' }, 'Which column is quantity?'],
  ] as const)('%j', (question, text) => {
    const options = 'options' in question ? [...question.options] : [];
    expect(questionText(ask({ ...question, options }))).toBe(text);
  });

  it('is in the language of the reader', async () => {
    await loadLanguage('de');
    expect(questionText(ask({ kind: 'category', value: 'Misc' }))).toMatch(/^Welche Kategorie /);
  });
});

describe('a file that is not read', () => {
  const refuse = (code: FileRefusal['code'], found?: FileRefusal['found']) =>
    refusalText({ code, ...(found && { found }), text: '' }, 'a.bin');

  it('says why and what to do', () => {
    expect(refuse('password')).toBe('a.bin has a password. Save it without one.');
    expect(refuse('unsupported')).toMatch(/none of the formats/);
  });

  it('says what it is instead, in the language of the reader', async () => {
    expect(refuse('unsupported', 'pdf')).toBe(
      'a.bin is a PDF document, which cannot be read. Export the list as CSV or as an Excel workbook instead.',
    );
    await loadLanguage('de');
    expect(refuse('unsupported', 'pdf')).toMatch(/^a\.bin kann nicht gelesen werden/);
  });
});
