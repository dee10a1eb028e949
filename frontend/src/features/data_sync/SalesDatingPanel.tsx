/** What the dates of sales are: the proposal with its reason, and the setting. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { errorText } from '@/api/errors';
import { apiQuery } from '@/api/queries';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/sales_dating';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Panel } from '@/ui/Panel';
import { SelectInput } from '@/ui/SelectInput';

type SalesDating = Schemas['SalesDating'];
type SalesDatingSetting = Schemas['SalesDatingSetting'];

const salesDatingQuery = apiQuery('/api/data-sync/sales-dating');

const DATINGS: readonly SalesDating[] = ['booking', 'delivery'];

const datingLabel = (dating: SalesDating) => (dating === 'booking' ? t('booking') : t('delivery'));

export function SalesDatingPanel({ mayChange }: { mayChange: boolean }) {
  const known = useQuery(salesDatingQuery);
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (dating: SalesDating | undefined) =>
      unwrap(apiClient.PUT('/api/data-sync/sales-dating', { body: dating ? { dating } : {} })),
    // All advice follows the setting.
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <Panel title={t('salesDates')} subtitle={t('aSaleCountsAsDemand')}>
      {known.isPending && <LoadingPlaceholder label={t('theSalesDatesAreLoading')} height={90} />}
      {known.isError && !known.data && (
        <ErrorAlert
          {...errorText(known.error, t('couldntLoadTheSalesDates'))}
          onRetry={() => void known.refetch()}
          retrying={known.isFetching}
        />
      )}
      {known.data && (mayChange ? choice(known.data) : shown(known.data))}
      {save.error && (
        <Box sx={{ mt: 4 }}>
          <ErrorAlert {...errorText(save.error, t('couldntSaveTheSalesDates'))} />
        </Box>
      )}
    </Panel>
  );

  function choice(setting: SalesDatingSetting) {
    return (
      // A failed change shows the setting again.
      <Box key={save.failureCount} sx={{ maxWidth: 480 }}>
        <SelectInput
          label={t('theDateOfASaleIs')}
          name="dating"
          options={[
            ['', t('asYourDataShows', { dating: datingLabel(setting.proposed) })],
            ...DATINGS.map((dating) => [dating, datingLabel(dating)] as const),
          ]}
          defaultValue={(save.isPending ? save.variables : setting.dating) ?? ''}
          help={describeEvidence(setting)}
          onSelect={(value) => save.mutate(DATINGS.find((dating) => dating === value))}
        />
      </Box>
    );
  }
}

function shown(setting: SalesDatingSetting) {
  return (
    <>
      <Typography>
        {t('theDateOfASaleIs')}: {datingLabel(setting.dating ?? setting.proposed)}
      </Typography>
      <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
        {describeEvidence(setting)}
      </Typography>
    </>
  );
}

/** What the sales show, in one sentence. */
function describeEvidence({ reason, saleLines, otherDayLines, overdueLines }: SalesDatingSetting): string {
  if (reason === 'missing_days') return t('missingDays', { lines: formatCount(overdueLines) });
  if (otherDayLines === 0) return t('noOtherDays');
  return t('otherDays', { lines: formatCount(otherDayLines), all: formatCount(saleLines) });
}
