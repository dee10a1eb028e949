/** Whether the organization requires MFA, and how many members have not enabled it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@sprout/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/organizations';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Switch } from '@/ui/Switch';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { mfaPolicyQuery, useSetMfaPolicy } from './mfaPolicyQueries';

export function MfaPolicyPanel({ organizationId }: { organizationId: string }) {
  const { data, error, isFetching, refetch } = useQuery(mfaPolicyQuery(organizationId));
  const change = useSetMfaPolicy(organizationId);
  const [isConfirming, setIsConfirming] = useState(false);
  const set = (required: boolean) => change.mutate(required, { onSettled: () => setIsConfirming(false) });
  return (
    <Panel title={t('mfaRequirement')} subtitle={t('requireAnAuthenticatorCodeAtSign')}>
      {error && (
        <ErrorAlert
          {...errorText(error, t('couldntLoadTheMfaRequirement'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <LoadingPlaceholder label={t('theMfaRequirementIsLoading')} height={80} />}
      {data && (
        <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
          <Switch
            label={t('requireForAllMembers')}
            checked={data.required || isConfirming}
            onChange={(on) => {
              if (change.isPending) return;
              if (on && data.membersWithoutMfa > 0) setIsConfirming(true);
              else if (on || data.required) set(on);
              else setIsConfirming(false);
            }}
          />
          <Typography sx={{ color: 'text.secondary' }}>{adoptionText(data)}</Typography>
          <Box aria-live="polite" sx={{ justifySelf: 'stretch' }}>
            {isConfirming && <Callout severity="warning">{t('membersWithoutItLoseAccessRight')}</Callout>}
          </Box>
          {isConfirming && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
              <Button variant="contained" disabled={change.isPending} onClick={() => set(true)}>
                {t('requireMfa')}
              </Button>
              <Button disabled={change.isPending} onClick={() => setIsConfirming(false)}>
                {t('cancel')}
              </Button>
            </Box>
          )}
          {change.error && <ErrorAlert {...errorText(change.error, t('nothingWasChanged'))} />}
        </Box>
      )}
    </Panel>
  );
}

function adoptionText({ members, membersWithoutMfa: without }: Schemas['MfaPolicy']): string {
  if (without === 0) return t('allMembersHaveSetUpMfa', { count: members, members });
  if (members === 1) return t('youHaventSetUpMfaYet');
  return t('ofMembersNotSetUpMfa', { count: without, without, members });
}
