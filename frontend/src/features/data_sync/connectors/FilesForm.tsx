/** The field of a folder source, with the folders of the server to choose from. */
import Box from '@mui/material/Box';
import { lazy, Suspense, useRef } from 'react';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync';
import { TextInput } from '@/ui/TextInput';
import type { ConnectorFormProps } from './connector';

export const FILES_FIELDS = ['path'] as const;

/** The same while the folders load, so that nothing below moves. In CSS pixels. */
const FOLDERS_HEIGHT = 240;

// Loaded after the form is shown.
const FolderChoices = lazy(async () => ({ default: (await import('../FolderChoices')).FolderChoices }));

export function FilesForm({ source, failure, onFill }: ConnectorFormProps<'files'>) {
  const fields = useRef<HTMLDivElement>(null);
  const { field } = useTypedForm({ fields: FILES_FIELDS, failure });
  const setFolder = (folder: string) => {
    const input = fields.current?.querySelector('input');
    if (input) input.value = folder;
    onFill();
  };
  return (
    <Box ref={fields} sx={{ display: 'grid', gap: 4 }}>
      <TextInput
        label={t('folder')}
        {...field('path')}
        help={t('anAbsolutePathOrOneRelative')}
        {...(source && { defaultValue: source.path })}
      />
      <Box sx={{ minHeight: FOLDERS_HEIGHT }}>
        <Suspense fallback={null}>
          <FolderChoices onChoose={setFolder} />
        </Suspense>
      </Box>
    </Box>
  );
}
