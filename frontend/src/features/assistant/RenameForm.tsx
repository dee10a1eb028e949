/** Renames a conversation. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type SyntheticEvent } from 'react';
import { t } from '@/messages/en/assistant_history';
import { focusOnMount } from './focusOnMount';
import { TextArea } from './TextArea';

/** Maximum length of a title on the server. */
const MAX_TITLE_LENGTH = 200;

interface RenameFormProps {
  title: string;
  busy: boolean;
  onRename: (title: string) => void;
  onCancel: () => void;
}

export function RenameForm({ title, busy, onRename, onCancel }: RenameFormProps) {
  const [typed, setTyped] = useState(title);
  const renamed = typed.trim();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (renamed !== '') onRename(renamed);
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2, py: 2 }}>
      <TextArea
        ref={focusOnMount}
        aria-label={t('title')}
        rows={1}
        maxLength={MAX_TITLE_LENGTH}
        value={typed}
        onChange={(event) => setTyped(event.target.value.replaceAll('\n', ' '))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') submit(event);
        }}
      />
      <Box sx={{ display: 'flex', gap: 2, justifyContent: 'flex-end' }}>
        <Button size="small" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button size="small" type="submit" variant="contained" disabled={busy || renamed === ''}>
          {t('rename')}
        </Button>
      </Box>
    </Box>
  );
}
