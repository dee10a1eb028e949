/** An answer as plain text, for the clipboard: words, lists, rows, and what it all rests on. */
import { receipt } from './evidence';
import type { Answer } from './queries';

export function asText(answer: Answer): string {
  return [
    answer.response,
    list('Key Insights', answer.insights),
    list('Recommended Actions', answer.actions),
    ...answer.tables.map(({ title, columns, rows }) =>
      [
        title,
        columns.map(({ label }) => label).join('\t'),
        ...rows.map(({ cells }) => cells.join('\t')),
      ].join('\n'),
    ),
    answer.calls.length > 0 && `Sprout AI: ${receipt(answer)}${answer.sample ? ' · Sample data' : ''}`,
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n\n');
}

function list(heading: string, points: readonly string[]): string {
  return points.length === 0 ? '' : [heading, ...points.map((point) => `- ${point}`)].join('\n');
}
