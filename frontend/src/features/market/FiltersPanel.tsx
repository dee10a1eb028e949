/** Filters the weather list by region and the news list by impact. No selection shows everything. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { t } from '@/messages/en/market';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { useFiltersDisclosure } from './FiltersDisclosure';
import { countFilters, IMPACTS, REGIONS } from './marketFilters';
import { marketLabel } from './marketLabels';
import type { MarketFilterState } from './useMarketFilters';

interface FiltersPanelProps extends MarketFilterState {
  /** The names of the regions to choose from. */
  regions: readonly string[];
}

/** Own regions have the names that the organization chose. */
const regionLabel = (name: string): string =>
  REGIONS.some((region) => region === name) ? marketLabel(name) : name;

export function FiltersPanel(props: FiltersPanelProps) {
  const { regions, filters, change, toggleRegion, toggleImpact } = props;
  const { id, open } = useFiltersDisclosure();
  if (!open) return null;
  return (
    <Paper
      component="section"
      id={id}
      aria-label={t('filters')}
      className="screen-only"
      sx={{ p: 5, display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 4, alignItems: 'flex-end' }}
    >
      <ToggleGroup
        label={t('weatherByRegion')}
        options={regions}
        optionLabel={regionLabel}
        selected={filters.regions}
        onToggle={toggleRegion}
      />
      <ToggleGroup
        label={t('newsByImpact')}
        options={IMPACTS}
        optionLabel={marketLabel}
        selected={filters.impacts}
        onToggle={toggleImpact}
      />
      <Box sx={{ marginInlineStart: 'auto' }}>
        <Button onClick={() => change({ regions: [], impacts: [] })} disabled={countFilters(filters) === 0}>
          {t('clearAll')}
        </Button>
      </Box>
    </Paper>
  );
}
