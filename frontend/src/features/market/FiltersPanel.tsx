/** Narrows the weather list by region and the news list by impact; nothing pressed shows everything. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { ChoiceGroup } from '@/ui/ChoiceGroup';
import { filterCount, IMPACTS, REGIONS, toggled } from './choices';
import type { HeldChoices } from './useMarketChoices';

interface FiltersPanelProps extends HeldChoices {
  id: string;
}

export function FiltersPanel({ id, choices, change }: FiltersPanelProps) {
  const { regions, impacts } = choices;
  return (
    <Paper
      component="section"
      id={id}
      aria-label="Filters"
      className="screen-only"
      sx={{ p: 5, display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 4, alignItems: 'flex-end' }}
    >
      <ChoiceGroup
        label="Weather by region"
        choices={REGIONS}
        chosen={regions}
        onPress={(region) => change({ regions: toggled(regions, region) })}
      />
      <ChoiceGroup
        label="News by impact"
        choices={IMPACTS}
        chosen={impacts}
        onPress={(impact) => change({ impacts: toggled(impacts, impact) })}
      />
      <Box sx={{ ml: 'auto' }}>
        <Button onClick={() => change({ regions: [], impacts: [] })} disabled={filterCount(choices) === 0}>
          Clear all
        </Button>
      </Box>
    </Paper>
  );
}
