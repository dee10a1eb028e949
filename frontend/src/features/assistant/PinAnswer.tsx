/** Saves the figures of an answer as a view and pins it to the dashboard. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { unwrap } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { apiClient } from '@/api/client';
import { errorText } from '@/api/errors';
import { invalidate, unwrapData } from '@/api/queries';
import type { MetricQuery } from '@/lib/exploreQuestion';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/answer_query';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { TextLink } from '@/ui/TextLink';

/** Maximum length of a view's name, in characters. */
const MAX_NAME = 120;

interface PinAnswerProps {
  name: string;
  query: MetricQuery;
  /** The explore page with the figures. */
  path: string;
}

export function PinAnswer({ name, query, path }: PinAnswerProps) {
  const queryClient = useQueryClient();
  // A view that was saved and could not be pinned is not saved again.
  const saved = useRef<string>(undefined);
  const pin = useMutation({
    mutationFn: async () => {
      saved.current ??= await saveView(name, query, path);
      await unwrap(apiClient.PUT('/api/views/{id}/pin', { params: { path: { id: saved.current } } }));
    },
    onSettled: () => invalidate(queryClient, '/api/views'),
  });
  if (pin.isSuccess) {
    return (
      <Typography role="status" variant="body2">
        {t('pinned')} <TextLink to={paths.dashboard}>{t('openDashboard')}</TextLink>
      </Typography>
    );
  }
  return (
    <>
      <Button size="small" disabled={pin.isPending} onClick={() => pin.mutate()}>
        {t('pinToDashboard')}
      </Button>
      {pin.error && <ErrorAlert {...errorText(pin.error, t('couldntPin'))} />}
    </>
  );
}

/** Returns the id of the new view. */
async function saveView(name: string, query: MetricQuery, path: string): Promise<string> {
  const { id } = await unwrapData(
    apiClient.POST('/api/views', {
      body: {
        page: 'explore',
        name: [...name].slice(0, MAX_NAME).join(''),
        description: '',
        address: path.slice(path.indexOf('?') + 1),
        query,
        shared: false,
        default: false,
      },
    }),
  );
  return id;
}
