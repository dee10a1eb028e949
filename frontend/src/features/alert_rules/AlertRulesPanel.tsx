/** The alert rules with their open alerts: create, edit, mute and delete. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/alert_rules';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Panel } from '@/ui/Panel';
import { StatusBadge } from '@/ui/StatusBadge';
import { AlertRuleSheet, type RuleDraft } from './AlertRuleSheet';
import { alertRulesQuery, toInput, useDeleteRule, useSaveRule, type AlertRule } from './queries';

const MUTE_MS = 7 * 24 * 60 * 60 * 1000;

interface AlertRulesPanelProps {
  /** A new rule to edit, from the explore page. */
  draft?: RuleDraft | undefined;
  mayChooseChannels: boolean;
  onDraftClose: () => void;
}

export function AlertRulesPanel({ draft, mayChooseChannels, onDraftClose }: AlertRulesPanelProps) {
  const { data, ...query } = useInfiniteQuery(alertRulesQuery);
  const [editing, setEditing] = useState<RuleDraft>();
  const shown = editing ?? draft;
  const rules = data?.pages.flatMap((page) => page.items);
  return (
    <Panel
      title={t('alertRules')}
      subtitle={t('oneMessageAtStartAndEnd')}
      actions={<Button onClick={() => setEditing({ kind: 'margin_below' })}>{t('newRule')}</Button>}
    >
      {query.isPending && <LoadingPlaceholder label={t('rulesAreLoading')} height={160} />}
      {query.isError && (
        <ErrorAlert
          {...errorText(query.error, t('couldntLoadTheRules'))}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {rules?.length === 0 && <EmptyState>{t('noRules')}</EmptyState>}
      {rules && rules.length > 0 && (
        <Box component="ul" aria-label={t('alertRules')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {rules.map((rule) => (
            <RuleEntry key={rule.id} rule={rule} onEdit={() => setEditing(rule)} />
          ))}
        </Box>
      )}
      {query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('showMore')}
        </Button>
      )}
      {shown && (
        <AlertRuleSheet
          rule={shown}
          mayChooseChannels={mayChooseChannels}
          onClose={() => {
            setEditing(undefined);
            onDraftClose();
          }}
        />
      )}
    </Panel>
  );
}

function RuleEntry({ rule, onEdit }: { rule: AlertRule; onEdit: () => void }) {
  const save = useSaveRule();
  const remove = useDeleteRule();
  const { id, name, own, mutedUntil, pausedReason, openAlerts, alerts } = rule;
  const isMuted = mutedUntil !== undefined && new Date(mutedUntil) > new Date();
  const setMuted = (until?: string) =>
    save.mutate({ id, body: { ...toInput(rule), ...(until !== undefined && { mutedUntil: until }) } });
  const open = openAlerts > 0;
  return (
    <Box
      component="li"
      sx={{ py: 3, borderTop: 1, borderColor: 'divider', '&:first-of-type': { border: 0 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <StatusBadge tone={open ? 'red' : 'grey'}>
          {open ? t('open', { count: String(openAlerts) }) : t('quiet')}
        </StatusBadge>
        <Typography sx={{ fontWeight: 600, flexGrow: 1, overflowWrap: 'anywhere' }}>{name}</Typography>
        {own && (
          <>
            <Button onClick={onEdit}>{t('editRule')}</Button>
            <Button
              disabled={save.isPending}
              onClick={() => setMuted(isMuted ? undefined : new Date(Date.now() + MUTE_MS).toISOString())}
            >
              {isMuted ? t('unmute') : t('muteForAWeek')}
            </Button>
            <Button disabled={remove.isPending} onClick={() => remove.mutate(id)}>
              {t('deleteRule')}
            </Button>
          </>
        )}
      </Box>
      {isMuted && <Typography>{t('mutedUntil', { at: formatDateTime(mutedUntil) })}</Typography>}
      {pausedReason !== undefined && (
        <Typography>
          {t('paused')}: {pausedReason}
        </Typography>
      )}
      <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {alerts
          .map((alert) => alert.name)
          .filter((each) => each !== '')
          .join('; ')}
      </Typography>
      {save.error && <ErrorAlert {...errorText(save.error, t('couldntSaveTheRule'))} />}
      {remove.error && <ErrorAlert {...errorText(remove.error, t('couldntDeleteTheRule'))} />}
    </Box>
  );
}
