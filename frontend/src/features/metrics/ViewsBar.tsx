/** Opens, saves and deletes views. The page starts with the user's default view. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { newReportSchedulePath } from '@/lib/notificationPaths';
import { useUrlParams } from '@/lib/useUrlParams';
import { t } from '@/messages/en/saved_views';
import { ButtonLink } from '@/ui/ButtonLink';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { SelectInput } from '@/ui/SelectInput';
import { Sheet } from '@/ui/Sheet';
import { TextInput } from '@/ui/TextInput';
import { ChoiceSelect } from './ChoiceSelect';
import type { MetricQuery } from './queries';
import {
  useDeleteView,
  usePinView,
  useSaveView,
  viewsQuery,
  type SavedView,
  type ViewPage,
} from './viewQueries';

const ShareSheet = lazy(async () => ({ default: (await import('./ShareSheet')).ShareSheet }));

interface ViewsBarProps {
  page: ViewPage;
  /** What the page shows, as the query string of its address. */
  shown: string;
  /** What it asks the API; undefined while that is not known. */
  query: object | undefined;
  /** Whether the user may share figures with people outside of the organization. */
  mayShare?: boolean;
}

export function ViewsBar({ page, shown, query, mayShare = false }: ViewsBarProps) {
  const [address, setAddress] = useUrlParams();
  const [saving, setSaving] = useState(false);
  const [sharing, setSharing] = useState(false);
  const remove = useDeleteView();
  const pin = usePinView();
  const views = useQuery(viewsQuery(page)).data?.items ?? [];
  const open = views.find((view) => view.address === shown);
  const start = views.find((view) => view.default)?.address;
  const isEmpty = address.size === 0;

  useEffect(() => {
    if (isEmpty && start !== undefined) setAddress(new URLSearchParams(start), { replace: true });
  }, [isEmpty, start, setAddress]);

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'end' }}>
      {views.length > 0 && (
        <ChoiceSelect
          label={t('savedViews')}
          value={open?.id ?? ''}
          options={[
            ['', t('chooseAView')],
            ...views.map(({ id, name, shared }) => [id, shared ? t('sharedView', { name }) : name] as const),
          ]}
          onChoose={(id) => {
            const chosen = views.find((view) => view.id === id);
            if (chosen) setAddress(new URLSearchParams(chosen.address));
          }}
        />
      )}
      <Button sx={{ minHeight: 44 }} disabled={!query} onClick={() => setSaving(true)}>
        {t('saveView')}
      </Button>
      {open?.page === 'explore' && (
        <Button
          sx={{ minHeight: 44 }}
          disabled={pin.isPending}
          onClick={() => pin.mutate({ id: open.id, pinned: !open.pinned })}
        >
          {open.pinned ? t('unpinFromDashboard') : t('pinToDashboard')}
        </Button>
      )}
      {open?.page === 'explore' && mayShare && (
        <Button sx={{ minHeight: 44 }} onClick={() => setSharing(true)}>
          {t('share')}
        </Button>
      )}
      {open?.own && (
        <Button sx={{ minHeight: 44 }} disabled={remove.isPending} onClick={() => remove.mutate(open.id)}>
          {t('deleteView')}
        </Button>
      )}
      {query && (
        <Box sx={{ minHeight: 44, display: 'flex', alignItems: 'center' }}>
          <ButtonLink
            to={newReportSchedulePath({
              kind: page === 'explore' ? 'metric' : 'stock_position',
              ...(open ? { viewId: open.id, name: open.name } : { query }),
            })}
          >
            {t('schedule')}
          </ButtonLink>
        </Box>
      )}
      {pin.error && <ErrorAlert {...errorText(pin.error, t('couldntChangeThePin'))} />}
      {remove.error && <ErrorAlert {...errorText(remove.error, t('couldntDeleteTheView'))} />}
      {saving && query && (
        <SaveSheet
          content={{ page, address: shown, query }}
          own={views.filter((view) => view.own)}
          onClose={() => setSaving(false)}
        />
      )}
      {sharing && open && query && (
        <Suspense>
          <ShareSheet view={open} query={query as MetricQuery} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </Box>
  );
}

const SHARED = 'shared';
const START = 'start';

interface SaveSheetProps {
  content: Pick<SavedView, 'page' | 'address' | 'query'>;
  /** The views that it can replace. */
  own: readonly SavedView[];
  onClose: () => void;
}

function SaveSheet({ content, own, onClose }: SaveSheetProps) {
  const save = useSaveView();
  const [replaced, setReplaced] = useState<SavedView>();
  const form = useTypedForm({ fields: ['name', 'description', 'visibility', 'start'], failure: save.error });
  return (
    <Sheet title={t('saveView')} onClose={onClose}>
      <Form
        onSubmit={form.handleSubmit((values) =>
          save.mutate(
            {
              id: replaced?.id,
              body: {
                ...content,
                name: values.name.trim(),
                description: values.description.trim(),
                shared: values.visibility === SHARED,
                default: values.start === START,
              },
            },
            { onSuccess: onClose },
          ),
        )}
      >
        {own.length > 0 && (
          <SelectInput
            label={t('saveAs')}
            name="replaced"
            options={[['', t('newView')], ...own.map(({ id, name }) => [id, name] as const)]}
            onSelect={(id) => setReplaced(own.find((view) => view.id === id))}
          />
        )}
        <Box key={replaced?.id ?? ''} sx={{ display: 'grid', gap: 4 }}>
          <TextInput
            label={t('name')}
            {...form.field('name')}
            autoComplete="off"
            defaultValue={replaced?.name ?? ''}
          />
          <TextInput
            label={t('description')}
            {...form.field('description')}
            autoComplete="off"
            required={false}
            defaultValue={replaced?.description ?? ''}
          />
          <SelectInput
            label={t('visibility')}
            {...form.field('visibility')}
            defaultValue={replaced?.shared === true ? SHARED : ''}
            options={[
              ['', t('onlyMe')],
              [SHARED, t('everyone')],
            ]}
          />
          <SelectInput
            label={t('startWithThisView')}
            {...form.field('start')}
            defaultValue={replaced?.default === true ? START : ''}
            options={[
              ['', t('no')],
              [START, t('yes')],
            ]}
          />
        </Box>
        {form.formError !== undefined && (
          <ErrorAlert {...errorText(form.formError, t('couldntSaveTheView'))} />
        )}
        <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          <Button type="submit" variant="contained" disabled={save.isPending}>
            {t('saveView')}
          </Button>
        </Box>
      </Form>
    </Sheet>
  );
}
