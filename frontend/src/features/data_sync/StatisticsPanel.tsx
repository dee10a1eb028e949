/** The figures of the latest sync. A rate below 100% is never rounded up to 100.0%. */
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { formatCount, formatPercentOneDecimal } from '@/lib/format';
import { t } from '@/messages/en/data_sync';
import { Panel } from '@/ui/Panel';
import type { SyncStats } from './queries';
import { successRate } from './syncRules';
import { Statistic } from './Statistic';

export function StatisticsPanel({ stats }: { stats: SyncStats }) {
  const rate = successRate(stats);
  const faulty = stats.errors > 0;
  return (
    <Panel title={t('syncStatistics')} subtitle={t('theLatestSync')}>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gap: 4,
          m: 0,
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        <Statistic label={t('totalRecords')}>{formatCount(stats.totalRecords)}</Statistic>
        <Statistic label={t('successful')}>{formatCount(stats.successfulUpserts)}</Statistic>
        <Statistic label={t('errors')} tone={faulty ? 'warning.main' : undefined}>
          {formatCount(stats.errors)}
        </Statistic>
        <Statistic label={t('successRate')} tone={faulty ? 'warning.main' : undefined}>
          {formatPercentOneDecimal(rate)}
          {faulty && ' '}
          {faulty && (
            <Typography component="span" sx={{ marginInlineStart: 2, fontWeight: 600 }}>
              {t('errorCount', { count: stats.errors, errors: formatCount(stats.errors) })}
            </Typography>
          )}
        </Statistic>
      </Box>
      <LinearProgress
        variant="determinate"
        value={rate}
        color={faulty ? 'warning' : 'success'}
        aria-label={t('successRate')}
        sx={{ mt: 4 }}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 3, fontVariantNumeric: 'tabular-nums' }}>
        {t('insertedUpdatedUnchangedDeleted', {
          inserted: formatCount(stats.inserted),
          updated: formatCount(stats.updated),
          unchanged: formatCount(stats.unchanged),
          deleted: formatCount(stats.deleted),
        })}
      </Typography>
    </Panel>
  );
}
