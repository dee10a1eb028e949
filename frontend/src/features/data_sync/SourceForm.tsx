/** The source form: a kind and the fields of that kind, tested before the source is connected. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useRef, useState, type SubmitEvent } from 'react';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/data_sync';
import { Callout } from '@/ui/Callout';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { ErrorAlert } from '@/ui/ErrorAlert';
import type { SourceKind } from './connectors/connector';
import {
  DEFAULT_KIND,
  findConnector,
  readSourceInput,
  SOURCE_KINDS,
  sourceOfKind,
} from './connectors/registry';
import type { Source, SourceTest } from './queries';
import { useConnectSource, useTestSource } from './useSource';

const SourceTestResult = lazy(async () => ({
  default: (await import('./SourceTestResult')).SourceTestResult,
}));

/** Whether there is anything to sync. */
const hasTables = (found: SourceTest) => found.tables.some(({ present }) => present);

/** Whether the source has tables to sync, or tables that could be mapped to them. */
const isUseful = (found: SourceTest) => found.ok && (hasTables(found) || found.proposals.length > 0);

interface SourceFormProps {
  source: Source;
  /** Starts a full sync. Undefined while none can start. */
  onSync: (() => void) | undefined;
}

export function SourceForm({ source, onSync }: SourceFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const connect = useConnectSource();
  const test = useTestSource();
  const [kind, setKind] = useState<SourceKind>(source.kind === 'none' ? DEFAULT_KIND : source.kind);
  const connector = findConnector(kind);
  const failed = connect.error ?? test.error;

  const reset = () => {
    connect.reset();
    test.reset();
  };
  const selectKind = (chosen: SourceKind) => {
    reset();
    setKind(chosen);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = readSourceInput(kind, event.currentTarget, source);
    connect.reset();
    // A source that can't be read, or has nothing to read, is not saved.
    test.mutate(input, { onSuccess: (found) => isUseful(found) && connect.mutate(input) });
  };
  const testConnection = () => {
    if (form.current?.reportValidity() !== true) return;
    connect.reset();
    test.mutate(readSourceInput(kind, form.current, source));
  };
  return (
    <Box component="form" ref={form} onSubmit={submit} sx={{ display: 'grid', gap: 4, maxWidth: 640 }}>
      <ToggleGroup
        label={t('sourceType')}
        options={SOURCE_KINDS}
        optionLabel={(one) => findConnector(one).label}
        selected={[kind]}
        onToggle={selectKind}
      />
      <connector.Form key={kind} source={sourceOfKind(source, kind)} failure={failed} onFill={reset} />
      <Box aria-live="polite" sx={{ display: 'grid', gap: 3 }}>
        {test.isSuccess && (
          <Suspense fallback={null}>
            <SourceTestResult found={test.data} />
          </Suspense>
        )}
        {connect.isSuccess && test.data && !hasTables(test.data) && (
          <Callout severity="success">{t('sourceConnectedMapItsTables')}</Callout>
        )}
        {connect.isSuccess && test.data && hasTables(test.data) && (
          <Callout
            severity="success"
            action={
              onSync && (
                <Button variant="contained" color="accent" onClick={onSync}>
                  {t('syncNow')}
                </Button>
              )
            }
          >
            {t('sourceConnectedStartAFullSync')}
          </Callout>
        )}
      </Box>
      {failed && <ErrorAlert {...errorText(failed, t('couldntReachTheSource'))} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, justifyContent: 'flex-end' }}>
        <Button onClick={testConnection} disabled={test.isPending}>
          {t('testConnection')}
        </Button>
        <Button type="submit" variant="contained" disabled={test.isPending || connect.isPending}>
          {connector.connectLabel()}
        </Button>
      </Box>
    </Box>
  );
}
