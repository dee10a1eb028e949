/** Tables of a tested source that could be Sprout's, with a link to review each suggestion. */
import Box from '@mui/material/Box';
import { formatPercent } from '@/lib/format';
import { t } from '@/messages/en/mapping_suggestions';
import { TextLink } from '@/ui/TextLink';
import type { MappingProposal } from './mappingSuggestions';

export function SourceSuggestions({ proposals }: { proposals: readonly MappingProposal[] }) {
  return (
    <Box component="ul" sx={{ m: 0, mt: 1, paddingInlineStart: 5, overflowWrap: 'anywhere' }}>
      {proposals.map(({ sourceName, sourceTable, confidence }) => (
        <li key={`${sourceTable} ${sourceName}`}>
          {t('looksLike', {
            name: sourceName,
            table: sourceTable,
            confidence: formatPercent(confidence * 100),
          })}{' '}
          <TextLink to={`/data-sync?columns=${sourceTable}`}>{t('reviewSuggestion')}</TextLink>
        </li>
      ))}
    </Box>
  );
}
