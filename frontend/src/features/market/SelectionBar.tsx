/** Which timeframe and which commodity the page shows. */
import Box from '@mui/material/Box';
import { ChoiceGroup } from '@/ui/ChoiceGroup';
import { COMMODITY_CHOICES, TIMEFRAMES } from './choices';
import type { HeldChoices } from './useMarketChoices';

export function SelectionBar({ choices, change }: HeldChoices) {
  return (
    <Box className="screen-only" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 3 }}>
      <ChoiceGroup
        label="Timeframe"
        choices={TIMEFRAMES}
        chosen={[choices.timeframe]}
        onPress={(timeframe) => change({ timeframe })}
      />
      <ChoiceGroup
        label="Commodity"
        choices={COMMODITY_CHOICES}
        chosen={[choices.commodity]}
        onPress={(commodity) => change({ commodity })}
      />
    </Box>
  );
}
