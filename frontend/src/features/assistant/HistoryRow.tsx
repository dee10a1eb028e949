/** One conversation of the list: open, rename, or delete after confirmation. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { formatRelativeTime } from '@/lib/format';
import { t } from '@/messages/en/assistant_history';
import { IconButton } from '@/ui/IconButton';
import { TrashIcon, PencilIcon } from './icons';
import type { ConversationSummary } from './queries';
import { ConfirmDelete } from './ConfirmDelete';
import { RenameForm } from './RenameForm';
import { useDeleteConversation, useRenameConversation } from './useConversations';

interface HistoryRowProps {
  summary: ConversationSummary;
  current: boolean;
  onOpen: () => void;
  onDeleted: () => void;
}

export function HistoryRow({ summary, current, onOpen, onDeleted }: HistoryRowProps) {
  const { id, title, updatedAt } = summary;
  const [doing, setDoing] = useState<'renaming' | 'deleting'>();
  const rename = useRenameConversation();
  const remove = useDeleteConversation(onDeleted);
  const failed = rename.error ?? remove.error;
  const done = () => setDoing(undefined);

  return (
    <Box
      component="li"
      sx={{ borderTop: 1, borderColor: 'divider', py: 1, '&:first-of-type': { borderTop: 0 } }}
    >
      {doing === 'renaming' ? (
        <RenameForm
          title={title}
          busy={rename.isPending}
          onCancel={done}
          onRename={(renamed) => rename.mutate({ id, title: renamed }, { onSuccess: done })}
        />
      ) : (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box
            component="button"
            type="button"
            onClick={onOpen}
            aria-current={current ? 'true' : undefined}
            sx={{
              flexGrow: 1,
              minWidth: 0,
              px: 2,
              py: 2,
              border: 0,
              borderRadius: 0.8,
              textAlign: 'start',
              typography: 'body1',
              color: 'text.primary',
              bgcolor: current ? 'background.sunk' : 'transparent',
              cursor: 'pointer',
              '&:hover': { bgcolor: 'background.sunk' },
            }}
          >
            <Box component="span" sx={{ display: 'block', fontWeight: current ? 650 : 400 }}>
              {title}
            </Box>
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {formatRelativeTime(updatedAt, new Date())}
            </Typography>
          </Box>
          <IconButton label={t('renameConversation', { title })} onClick={() => setDoing('renaming')}>
            <PencilIcon sx={{ fontSize: 18 }} />
          </IconButton>
          <IconButton label={t('deleteConversation', { title })} onClick={() => setDoing('deleting')}>
            <TrashIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Box>
      )}
      {doing === 'deleting' && (
        <ConfirmDelete busy={remove.isPending} onKeep={done} onDelete={() => remove.mutate(id)} />
      )}
      {failed && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main', px: 2 }}>
          {errorText(failed, t('somethingWentWrongTryAgain')).message}
        </Typography>
      )}
    </Box>
  );
}
