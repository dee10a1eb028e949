/** What the assistant does not answer, and why. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/assistant_demo';
import { Panel } from '@/ui/Panel';

const limitations = () =>
  [
    [t('otherOrganizations'), t('sproutAiOnlySeesYourData')],
    [t('changes'), t('sproutAiOnlyReads')],
    [t('priceForecasts'), t('itShowsPastPrices')],
    [t('applicationRates'), t('followTheProductLabel')],
    [t('figuresWithoutEnoughData'), t('itSaysSoInsteadOfGuessing')],
  ] as const;

export function Limitations() {
  return (
    <Panel title={t('whatSproutAiCantAnswer')} subtitle={t('itGivesTheReasonAndSuggests')}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 3 }}>
        {limitations().map(([what, why]) => (
          <div key={what}>
            <Typography component="dt" sx={{ fontWeight: 600 }}>
              {what}
            </Typography>
            <Typography component="dd" sx={{ m: 0, color: 'text.secondary' }}>
              {why}
            </Typography>
          </div>
        ))}
      </Box>
    </Panel>
  );
}
