/**
 * What happens when a column of a table changes: one choice per table, or read-only text without permission.
 */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { invalidate } from '@/api/queries';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/data_sync_panels';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { POLICY_LABELS, setDriftPolicy, type DriftPolicy, type TableDrift } from './driftQueries';
import { tableLabel } from './syncableTables';

const policies = Object.keys(POLICY_LABELS) as DriftPolicy[];

export function ColumnPolicies({ tables, mayChange }: { tables: readonly TableDrift[]; mayChange: boolean }) {
  const id = useId();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: ({ sourceTable, policy }: { sourceTable: string; policy: DriftPolicy }) =>
      setDriftPolicy(sourceTable, policy),
    onSettled: () => invalidate(queryClient, '/api/data-sync/drift'),
  });
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
        }}
      >
        {tables.map(({ sourceTable, policy }) => {
          const shown =
            save.isPending && save.variables.sourceTable === sourceTable ? save.variables.policy : policy;
          return (
            <div key={sourceTable}>
              <Typography
                component={mayChange ? 'label' : 'div'}
                {...(mayChange && { htmlFor: id + sourceTable })}
                sx={{ display: 'block', fontWeight: 600, mb: 1 }}
              >
                {tableLabel(sourceTable)}
              </Typography>
              {mayChange ? (
                <Box
                  component="select"
                  id={id + sourceTable}
                  value={shown}
                  disabled={save.isPending}
                  onChange={(event) =>
                    save.mutate({ sourceTable, policy: event.currentTarget.value as DriftPolicy })
                  }
                  sx={{
                    width: '100%',
                    minHeight: 40,
                    px: 2,
                    border: 1,
                    borderColor: 'outline',
                    borderRadius: 0.8,
                    font: 'inherit',
                    color: 'text.primary',
                    bgcolor: 'background.paper',
                  }}
                >
                  {policies.map((each) => (
                    <option key={each} value={each}>
                      {POLICY_LABELS[each]}
                    </option>
                  ))}
                </Box>
              ) : (
                <Typography>{POLICY_LABELS[policy]}</Typography>
              )}
            </div>
          );
        })}
      </Box>
      {save.error && <ErrorAlert {...errorText(save.error, t('couldntSaveTheSettingTryAgain'))} />}
    </>
  );
}
