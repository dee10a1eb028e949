/** The current source. Users with permission can test and connect another. */
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/data_sync';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { FormUnavailable } from './FormUnavailable';
import { describeSource } from './connectors/registry';
import { sourceQuery } from './queries';
import type { PermissionState } from './syncRules';
import { SourceForm } from './SourceForm';

interface SourcePanelProps {
  mayChange: PermissionState;
  /** Starts a full sync. Undefined while none can start. */
  onSync: (() => void) | undefined;
}

export function SourcePanel({ mayChange, onSync }: SourcePanelProps) {
  const source = useQuery(sourceQuery);
  return (
    <Panel title={t('warehouseSource')} subtitle={t('aFolderOnTheServerWith')}>
      {source.isPending && <LoadingPlaceholder label={t('theSourceIsLoading')} height={400} />}
      {source.isError && !source.data && (
        <ErrorAlert
          {...errorText(source.error, t('couldntLoadTheSource'))}
          onRetry={() => void source.refetch()}
          retrying={source.isFetching}
        />
      )}
      {source.data && (
        <Typography sx={{ mb: 4, overflowWrap: 'anywhere' }}>
          {t.rich('currentSource', {
            source: (
              <strong>
                {source.data.kind === 'none' ? t('noCurrentSource') : describeSource(source.data)}
              </strong>
            ),
          })}
        </Typography>
      )}
      {source.data && mayChange === 'granted' && <SourceForm source={source.data} onSync={onSync} />}
      {source.data && mayChange !== 'granted' && (
        <FormUnavailable access={mayChange} deniedText={t('noPermissionToChangeSource')} height={400} />
      )}
    </Panel>
  );
}
