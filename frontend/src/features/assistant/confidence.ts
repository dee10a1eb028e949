/** The confidence badge of an answer: its color and its meaning. */
import { t } from '@/messages/en/assistant';

export const CONFIDENCE = {
  High: {
    tone: 'green',
    get label() {
      return t('high');
    },
    get meaning() {
      return t('sproutAiUnderstoodEveryWordFound');
    },
  },
  Medium: {
    tone: 'yellow',
    get label() {
      return t('medium');
    },
    get meaning() {
      return t('sproutAiMadeAnAssumptionSuch');
    },
  },
  Low: {
    tone: 'red',
    get label() {
      return t('low');
    },
    get meaning() {
      return t('thereIsLittleOrNoData');
    },
  },
} as const;

export type Confidence = keyof typeof CONFIDENCE;
