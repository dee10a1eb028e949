/**
 * A dialog sheet: at the bottom on phones, at the right elsewhere. Esc, the close button and a click outside
 * close it.
 */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { t } from '@/messages/en/ui_data';
import { IconButton } from './IconButton';
import { CloseIcon } from './icons';

interface SheetProps {
  title: string;
  onClose: () => void;
  /** Has space for a table. */
  wide?: boolean;
  children: ReactNode;
}

export function Sheet({ title, onClose, wide = false, children }: SheetProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  // The browser traps the focus inside, and returns it to the button that opened this: the dialog closes before
  // it leaves the document.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return (
    <Box
      component="dialog"
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event: React.SyntheticEvent) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event: React.MouseEvent) => {
        // The content covers the dialog, so a click on the dialog itself is outside the content.
        if (event.target === event.currentTarget) onClose();
      }}
      sx={{
        m: 0,
        p: 0,
        border: 0,
        position: 'fixed',
        insetBlock: { xs: 'auto 0', sm: 0 },
        insetInline: { xs: 0, sm: 'auto 0' },
        width: { xs: '100%', sm: wide ? 'min(880px, 94vw)' : 'min(420px, 92vw)' },
        maxWidth: 'none',
        height: { xs: 'auto', sm: '100dvh' },
        maxHeight: { xs: '85dvh', sm: 'none' },
        overflowY: 'auto',
        overscrollBehavior: 'contain',
        color: 'text.primary',
        bgcolor: 'background.default',
        borderTopLeftRadius: { xs: 12, sm: 0 },
        borderTopRightRadius: { xs: 12, sm: 0 },
        '&::backdrop': { bgcolor: 'common.black', opacity: 0.45 },
      }}
    >
      <Box sx={{ minHeight: '100%' }}>
        <Box sx={headerStyles}>
          <Typography id={id} variant="h2" sx={{ flexGrow: 1 }}>
            {title}
          </Typography>
          <IconButton label={t('close')} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </Box>
        <Box sx={{ p: 4, display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>{children}</Box>
      </Box>
    </Box>
  );
}

const headerStyles = {
  position: 'sticky',
  top: 0,
  zIndex: 1,
  display: 'flex',
  alignItems: 'center',
  paddingInlineStart: 5,
  paddingInlineEnd: 3,
  py: 2,
  bgcolor: 'background.paper',
  borderBottom: 1,
  borderColor: 'divider',
};
