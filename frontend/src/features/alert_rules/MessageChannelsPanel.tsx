/** The channels of Slack and Teams that alert rules can use: add, test and remove. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { formatDateTime } from '@/lib/format';
import { explainDelivery } from '@/lib/translate';
import { t } from '@/messages/en/alert_rules';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Panel } from '@/ui/Panel';
import { StatusBadge } from '@/ui/StatusBadge';
import { MessageChannelSheet } from './MessageChannelSheet';
import { channelsQuery, useRemoveChannel, useTestChannel, type MessageChannel } from './queries';

interface MessageChannelsPanelProps {
  /** Whether the user may add, test and remove channels. */
  mayManage: boolean;
}

export function MessageChannelsPanel({ mayManage }: MessageChannelsPanelProps) {
  const { data, ...query } = useQuery(channelsQuery);
  const [isAdding, setIsAdding] = useState(false);
  const channels = data?.items;
  return (
    <Panel
      title={t('channels')}
      subtitle={t('channelsOfSlackAndTeams')}
      actions={mayManage && <Button onClick={() => setIsAdding(true)}>{t('addChannel')}</Button>}
    >
      {query.isPending && <LoadingPlaceholder label={t('channelsAreLoading')} height={80} />}
      {query.isError && (
        <ErrorAlert
          {...errorText(query.error, t('couldntLoadTheChannels'))}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {channels?.length === 0 && <EmptyState>{mayManage ? t('noChannels') : t('askForAChannel')}</EmptyState>}
      {channels && channels.length > 0 && (
        <Box component="ul" aria-label={t('channels')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {channels.map((channel) => (
            <ChannelEntry key={channel.id} channel={channel} mayManage={mayManage} />
          ))}
        </Box>
      )}
      {isAdding && <MessageChannelSheet onClose={() => setIsAdding(false)} />}
    </Panel>
  );
}

function ChannelEntry({ channel, mayManage }: { channel: MessageChannel; mayManage: boolean }) {
  const test = useTestChannel();
  const remove = useRemoveChannel();
  const [isConfirming, setIsConfirming] = useState(false);
  const { id, name, kind, urlHint, state, isPending, lastSuccessAt, createdBy } = channel;
  const isEnabled = state === 'enabled';
  const service = kind === 'slack' ? t('slack') : t('teams');
  const lastMessage =
    lastSuccessAt === undefined
      ? t('noMessageYet')
      : t('lastMessageAt', { at: formatDateTime(lastSuccessAt) });
  return (
    <Box
      component="li"
      sx={{ py: 3, borderTop: 1, borderColor: 'divider', '&:first-of-type': { border: 0 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <StatusBadge tone={isEnabled ? 'green' : 'red'}>
          {isEnabled ? t('channelIsActive') : t('channelIsDisabled')}
        </StatusBadge>
        <Typography sx={{ fontWeight: 600, flexGrow: 1, overflowWrap: 'anywhere' }}>{name}</Typography>
        {mayManage && (
          <>
            <Button disabled={test.isPending} onClick={() => test.mutate(id)}>
              {t('sendTestMessage')}
            </Button>
            <Button
              disabled={remove.isPending}
              onClick={() => (isConfirming ? remove.mutate(id) : setIsConfirming(true))}
            >
              {isConfirming ? t('confirmRemoval', { name }) : t('removeChannel')}
            </Button>
          </>
        )}
      </Box>
      <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {t('channelDetails', { service, url: urlHint, person: createdBy })}
      </Typography>
      <Typography role="status" sx={{ overflowWrap: 'anywhere' }}>
        {messageText()}
      </Typography>
      {test.error && <ErrorAlert {...errorText(test.error, t('couldntSendTheTest'))} />}
      {remove.error && <ErrorAlert {...errorText(remove.error, t('couldntRemoveTheChannel'))} />}
    </Box>
  );

  function messageText(): string {
    const reason = explainDelivery(channel);
    if (reason !== '') return isPending ? t('willTryAgain', { reason }) : t('didNotArrive', { reason });
    return isPending ? t('messageIsBeingSent') : lastMessage;
  }
}
