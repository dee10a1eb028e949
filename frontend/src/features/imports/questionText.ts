/** Texts of the questions about imported files. */
import { t } from '@/messages/en/imports';
import type { OpenQuestion } from './answers';
import type { ImportQuestion } from './queries';

const TEXTS: Readonly<Record<ImportQuestion['kind'], (asked: OpenQuestion) => string>> = {
  blank: ({ question }) => t('askBlank', { column: question.target ?? '' }),
  category: ({ question }) => t('askCategory', { word: question.value ?? '' }),
  commodity: ({ question }) => t('askCommodity', { word: question.value ?? '' }),
  constant: ({ question, file }) => t('askConstant', { column: question.target ?? '', file: file.file }),
  date_order: ({ question }) => t('askDateOrder', { example: question.example ?? '' }),
  direction: ({ question }) => t('askDirection', { word: question.value ?? '' }),
  number_format: ({ question }) => t('askNumberFormat', { example: question.example ?? '' }),
  sign: () => t('askSign'),
  unit: ({ question }) => {
    const word = question.value ?? '';
    return question.options.includes('usd_per_bu') ? t('askPriceUnit', { word }) : t('askUnit', { word });
  },
  which_column: ({ question }) => t('askWhichColumn', { column: question.target ?? '' }),
};

export const questionText = (asked: OpenQuestion): string => TEXTS[asked.question.kind](asked);
