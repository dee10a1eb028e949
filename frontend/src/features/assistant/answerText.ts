/** An answer as plain text for the clipboard: text, lists, rows and sources. */
import { t } from '@/messages/en/assistant';
import { describeSources } from './evidence';
import type { Answer } from './queries';

export function toPlainText(answer: Answer): string {
  return [
    answer.response,
    formatList(t('keyInsights'), answer.insights),
    formatList(t('recommendedActions'), answer.actions),
    ...answer.tables.map(({ title, columns, rows }) =>
      [
        title,
        columns.map(({ label }) => label).join('\t'),
        ...rows.map(({ cells }) => cells.join('\t')),
      ].join('\n'),
    ),
    answer.calls.length > 0 &&
      t('answerHeading', {
        answer: describeSources(answer),
        sample: answer.sample ? ` ${t('sampleData')}` : '',
      }),
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n\n');
}

function formatList(heading: string, points: readonly string[]): string {
  return points.length === 0 ? '' : [heading, ...points.map((point) => `- ${point}`)].join('\n');
}
