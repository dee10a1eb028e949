/** Opens, saves and deletes views. The page starts with the user's default view. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/saved_views';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { SelectInput } from '@/ui/SelectInput';
import { Sheet } from '@/ui/Sheet';
import { TextInput } from '@/ui/TextInput';
import { ChoiceSelect } from './ChoiceSelect';
import type { MetricQuery } from './queries';
import { useDeleteView, usePinView, useSaveView, viewsQuery, type ViewPage } from './viewQueries';

const ShareSheet = lazy(async () => ({ default: (await import('./ShareSheet')).ShareSheet }));

interface ViewsBarProps {
  page: ViewPage;
  /** What the page shows, as the query string of its address. */
  shown: string;
  /** Its question of figures, if the user may share it with people outside of the organization. */
  shareable?: MetricQuery | undefined;
}

export function ViewsBar({ page, shown, shareable }: ViewsBarProps) {
  const [address, setAddress] = useSearchParams();
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
      <Button sx={{ minHeight: 44 }} onClick={() => setSaving(true)}>
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
      {open && shareable && (
        <Button sx={{ minHeight: 44 }} onClick={() => setSharing(true)}>
          {t('share')}
        </Button>
      )}
      {open?.own && (
        <Button sx={{ minHeight: 44 }} disabled={remove.isPending} onClick={() => remove.mutate(open.id)}>
          {t('deleteView')}
        </Button>
      )}
      {pin.error && <ErrorAlert {...errorText(pin.error, t('couldntChangeThePin'))} />}
      {remove.error && <ErrorAlert {...errorText(remove.error, t('couldntDeleteTheView'))} />}
      {saving && <SaveSheet page={page} address={shown} onClose={() => setSaving(false)} />}
      {sharing && open && shareable && (
        <Suspense>
          <ShareSheet view={open} query={shareable} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </Box>
  );
}

const SHARED = 'shared';
const START = 'start';

interface SaveSheetProps {
  page: ViewPage;
  address: string;
  onClose: () => void;
}

function SaveSheet({ page, address, onClose }: SaveSheetProps) {
  const save = useSaveView();
  const form = useTypedForm({ fields: ['name', 'description', 'visibility', 'start'], failure: save.error });
  return (
    <Sheet title={t('saveView')} onClose={onClose}>
      <Form
        onSubmit={form.handleSubmit((values) =>
          save.mutate(
            {
              page,
              name: values.name.trim(),
              description: values.description.trim(),
              address,
              shared: values.visibility === SHARED,
              default: values.start === START,
            },
            { onSuccess: onClose },
          ),
        )}
      >
        <TextInput label={t('name')} {...form.field('name')} autoComplete="off" />
        <TextInput
          label={t('description')}
          {...form.field('description')}
          autoComplete="off"
          required={false}
        />
        <SelectInput
          label={t('visibility')}
          {...form.field('visibility')}
          options={[
            ['', t('onlyMe')],
            [SHARED, t('everyone')],
          ]}
        />
        <SelectInput
          label={t('startWithThisView')}
          {...form.field('start')}
          options={[
            ['', t('no')],
            [START, t('yes')],
          ]}
        />
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
