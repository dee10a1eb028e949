/** Narrows the weather list by region and the news list by impact; nothing pressed shows everything. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { countFilters, IMPACTS, REGIONS, toggle } from './marketFilters';
import type { MarketFilterState } from './useMarketFilters';

interface FiltersPanelProps extends MarketFilterState {
  id: string;
}

export function FiltersPanel({ id, filters, change }: FiltersPanelProps) {
  const { regions, impacts } = filters;
  return (
    <Paper
      component="section"
      id={id}
      aria-label="Filters"
      className="screen-only"
      sx={{ p: 5, display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 4, alignItems: 'flex-end' }}
    >
      <ToggleGroup
        label="Weather by region"
        options={REGIONS}
        selected={regions}
        onToggle={(region) => change({ regions: toggle(regions, region) })}
      />
      <ToggleGroup
        label="News by impact"
        options={IMPACTS}
        selected={impacts}
        onToggle={(impact) => change({ impacts: toggle(impacts, impact) })}
      />
      <Box sx={{ ml: 'auto' }}>
        <Button onClick={() => change({ regions: [], impacts: [] })} disabled={countFilters(filters) === 0}>
          Clear all
        </Button>
      </Box>
    </Paper>
  );
}
