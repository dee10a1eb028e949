/** Market news, newest first, each with its impact on growers. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/market';
import { MethodDetails } from '@/ui/MethodDetails';
import { EmptyState } from '@/ui/EmptyState';
import type { MarketFilters } from './marketFilters';
import { MarketPanel } from './MarketPanel';
import { NewsRow } from './NewsRow';
import { NoMatches } from './NoMatches';
import { FetchedAt } from './FetchedAt';
import { filterNews } from './filtering';
import type { Market } from './useMarket';

interface NewsPanelProps {
  market: Market;
  choices: MarketFilters;
  onClear: () => void;
}

export function NewsPanel({ market, choices, onClear }: NewsPanelProps) {
  return (
    <MarketPanel
      market={market}
      title={t('marketNewsAndAnalysis')}
      holds={t('theNews')}
      height={360}
      sample={market.data?.news.sample}
    >
      {({ news }) => {
        if (news.items.length === 0) {
          return <EmptyState>{news.status ?? t('noNewsRightNow')}</EmptyState>;
        }
        const items = filterNews(news, choices);
        return (
          <>
            {news.status !== undefined && (
              <Typography variant="body2" sx={{ color: 'warning.main', mb: 3 }}>
                {news.status}
              </Typography>
            )}
            {items.length === 0 ? (
              <NoMatches onClear={onClear}>{t('noMatchingNews')}</NoMatches>
            ) : (
              <Box component="ul" aria-label={t('marketNews')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
                {items.map((item, index) => (
                  <NewsRow key={`${item.title} ${String(index)}`} item={item} />
                ))}
              </Box>
            )}
            <FetchedAt at={news.readAt} />
            <MethodDetails method={`${news.rule}.`} />
          </>
        );
      }}
    </MarketPanel>
  );
}
