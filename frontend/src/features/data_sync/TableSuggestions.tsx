/** The suggestions for one table: how sure they are, what only a person knows, and a button to fill in each. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Schemas } from '@sprout/client';
import { formatPercent } from '@/lib/format';
import { t } from '@/messages/en/mapping_suggestions';
import { Callout } from '@/ui/Callout';
import type { MappingProposal } from './mappingSuggestions';

interface TableSuggestionsProps {
  proposals: readonly MappingProposal[];
  chosen: MappingProposal | undefined;
  onChoose: (proposal: MappingProposal) => void;
}

export function TableSuggestions({ proposals, chosen, onChoose }: TableSuggestionsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 3, mt: 4 }}>
      {proposals.map((proposal) => {
        const { sourceName, sourceTable, confidence, questions, columns } = proposal;
        const words = columns.filter(({ unknownWords }) => unknownWords.length > 0);
        return (
          <Callout key={sourceName} severity={questions.length > 0 ? 'warning' : 'info'}>
            {t('looksLike', {
              name: sourceName,
              table: sourceTable,
              confidence: formatPercent(confidence * 100),
            })}
            {(questions.length > 0 || words.length > 0) && (
              <Box component="ul" sx={{ m: 0, mt: 1, paddingInlineStart: 5, overflowWrap: 'anywhere' }}>
                {questions.map((question) => (
                  <li key={question.code + question.name}>{questionText(question)}</li>
                ))}
                {words.map(({ targetColumn, unknownWords }) => (
                  <li key={targetColumn}>
                    {t('completeWords', { column: targetColumn, words: unknownWords.join(', ') })}
                  </li>
                ))}
              </Box>
            )}
            <Box sx={{ mt: 2 }}>
              {proposal === chosen ? (
                t('checkAndSave')
              ) : (
                <Button variant="outlined" onClick={() => onChoose(proposal)}>
                  {t('fillIn', { name: sourceName })}
                </Button>
              )}
            </Box>
          </Callout>
        );
      })}
    </Box>
  );
}

const QUESTIONS: Readonly<
  Record<Schemas['MappingQuestionCode'], (name: string, options: readonly string[]) => string>
> = {
  join_orders: (name) => t('joinOrders', { name }),
  separate_locations: (name) => t('separateLocations', { name }),
  separate_partners: (name) => t('separatePartners', { name }),
  incoming_quantity: (name) => t('incomingQuantity', { name }),
  choose_column: (name, options) => t('chooseColumn', { name, options: options.join(' / ') }),
  missing_column: (name) => t('missingColumn', { name }),
  date_order: (name) => t('dateOrder', { name }),
  decimal_sign: (name) => t('decimalSign', { name }),
};

const questionText = ({ code, name, options }: Schemas['MappingQuestion']): string =>
  QUESTIONS[code](name, options);
