/** Labels of the reasons that people give for rating an answer down. */
import type { Schemas } from '@sprout/client';
import { t } from '@/messages/en/assistant';

export const FEEDBACK_REASON_LABELS: Record<Schemas['FeedbackReason'], string> = {
  get wrong_figure() {
    return t('incorrectFigure');
  },
  get misunderstood() {
    return t('didntAnswerMyQuestion');
  },
  get incomplete() {
    return t('incompleteAnswer');
  },
  get out_of_date() {
    return t('outdatedData');
  },
  get other() {
    return t('otherProblem');
  },
};
