/** Market news, newest first, each with what it means for growers' money. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { HowComputed } from '@/ui/HowComputed';
import { Notice } from '@/ui/Notice';
import type { MarketChoices } from './choices';
import { MarketPanel } from './MarketPanel';
import { NewsRow } from './NewsRow';
import { NothingLeft } from './NothingLeft';
import { ReadAt } from './ReadAt';
import { shownNews } from './shown';
import type { Market } from './useMarket';

interface NewsPanelProps {
  market: Market;
  choices: MarketChoices;
  onClear: () => void;
}

export function NewsPanel({ market, choices, onClear }: NewsPanelProps) {
  return (
    <MarketPanel
      market={market}
      title="Market News and Analysis"
      holds="The news items"
      height={360}
      sample={market.shown?.news.sample}
    >
      {({ news }) => {
        if (news.items.length === 0) {
          return <Notice>{news.status ?? 'The news feed has no news right now.'}</Notice>;
        }
        const items = shownNews(news, choices);
        return (
          <>
            {news.status !== undefined && (
              <Typography variant="body2" sx={{ color: 'warning.main', mb: 3 }}>
                {news.status}
              </Typography>
            )}
            {items.length === 0 ? (
              <NothingLeft onClear={onClear}>No news passes the filters.</NothingLeft>
            ) : (
              <Box component="ul" aria-label="Market news" sx={{ listStyle: 'none', m: 0, p: 0 }}>
                {items.map((item, place) => (
                  <NewsRow key={`${item.title} ${String(place)}`} item={item} />
                ))}
              </Box>
            )}
            <ReadAt at={news.readAt} />
            <HowComputed method={`${news.rule}.`} />
          </>
        );
      }}
    </MarketPanel>
  );
}
