/** A card per selected commodity: its figures, or a hint that it has no prices. */
import Box from '@mui/material/Box';
import { putInSentence } from '@/lib/languageText';
import { t } from '@/messages/en/market';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import type { CommodityFilter } from './marketFilters';
import { COMMODITIES } from './commodity';
import { CommodityCard } from './CommodityCard';
import { marketLabel } from './marketLabels';
import { NoQuotes } from './NoQuotes';
import { UnquotedCard } from './UnquotedCard';
import type { Market } from './useMarket';

/** Height of a card while loading, in CSS pixels. */
const CARD_HEIGHT = 356;

interface CommodityCardsProps {
  market: Market;
  commodity: CommodityFilter;
}

export function CommodityCards({ market, commodity }: CommodityCardsProps) {
  const { data, meta, failure, isPrevious, staleSince, retry, retrying } = market;
  if (failure) return <ErrorAlert {...failure} onRetry={retry} retrying={retrying} />;
  if (!data) {
    const awaited = COMMODITIES.filter(({ name }) => commodity === 'All' || commodity === name);
    return (
      <Grid>
        {awaited.map(({ id, name }) => (
          <LoadingPlaceholder
            key={id}
            label={t('isLoading', { name: marketLabel(name) })}
            height={CARD_HEIGHT}
          />
        ))}
      </Grid>
    );
  }
  if (data.cards.length === 0) {
    return (
      <NoQuotes>
        {data.commodity === 'All'
          ? t('noMarketPricesYetConnectYour')
          : t('noCommodityPricesYet', { commodity: putInSentence(marketLabel(data.commodity)) })}
      </NoQuotes>
    );
  }
  return (
    <Grid>
      {COMMODITIES.map(({ id, name, tone }) => {
        const card = data.cards.find((each) => each.commodity === id);
        if (card) {
          return (
            <CommodityCard
              key={id}
              card={card}
              tone={tone}
              timeframe={data.timeframe}
              sample={meta?.sample ?? false}
              isPrevious={isPrevious}
              staleSince={staleSince}
            />
          );
        }
        return data.withoutQuotes.includes(name) && <UnquotedCard key={id} name={marketLabel(name)} />;
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
