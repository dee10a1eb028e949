/** A card for each commodity that was asked for: its figures, or that nobody quotes it. */
import Box from '@mui/material/Box';
import { FailureNotice } from '@/ui/FailureNotice';
import { Waiting } from '@/ui/Waiting';
import type { CommodityChoice } from './choices';
import { commodities } from './commodity';
import { CommodityCard } from './CommodityCard';
import { NoQuotes } from './NoQuotes';
import { UnquotedCard } from './UnquotedCard';
import type { Market } from './useMarket';

/** Height of a card while loading, in CSS pixels. */
const CARD_HEIGHT = 356;

interface CommodityCardsProps {
  market: Market;
  commodity: CommodityChoice;
}

export function CommodityCards({ market, commodity }: CommodityCardsProps) {
  const { shown, meta, failure, behind, staleSince, retry, retrying } = market;
  if (failure) return <FailureNotice {...failure} onRetry={retry} retrying={retrying} />;
  if (!shown) {
    const awaited = commodities.filter(({ name }) => commodity === 'All' || commodity === name);
    return (
      <Grid>
        {awaited.map(({ id, name }) => (
          <Waiting key={id} label={`${name} is loading`} height={CARD_HEIGHT} />
        ))}
      </Grid>
    );
  }
  if (shown.cards.length === 0) {
    return (
      <NoQuotes>
        {shown.commodity === 'All'
          ? 'There are no market prices yet. Connect your warehouse and sync market_prices: the figures appear here.'
          : `Nobody quotes ${shown.commodity} yet. Sync market_prices with its quotes: the figures appear here.`}
      </NoQuotes>
    );
  }
  return (
    <Grid>
      {commodities.map(({ id, name, tone }) => {
        const card = shown.cards.find((each) => each.commodity === id);
        if (card) {
          return (
            <CommodityCard
              key={id}
              card={card}
              tone={tone}
              timeframe={shown.timeframe}
              sample={meta?.sample ?? false}
              behind={behind}
              staleSince={staleSince}
            />
          );
        }
        return shown.withoutQuotes.includes(name) && <UnquotedCard key={id} name={name} />;
      })}
    </Grid>
  );
}

function Grid({ children }: { children: React.ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        height: '100%',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 264px), 1fr))',
      }}
    >
      {children}
    </Box>
  );
}
