/** The command palette: a search field with a list of pages, actions and names below it. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { t } from '@/messages/en/palette';
import { VisuallyHidden } from '@/ui/VisuallyHidden';
import { usePaletteOptions, type PaletteOption } from './paletteOptions';

export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const options = usePaletteOptions(typed);
  const active = Math.min(place, options.length - 1);
  const optionId = (index: number) => `${id}-${String(index)}`;

  // The browser returns the focus to where it was: the dialog closes before it leaves the document.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${String(active)}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const choose = (option: PaletteOption | undefined) => {
    if (option === undefined) return;
    onClose();
    void navigate(option.to);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) setPlace((active + step + options.length) % options.length);
    else if (event.key === 'Enter') choose(options[active]);
    else return;
    event.preventDefault();
  };

  return (
    <Box
      component="dialog"
      ref={dialog}
      aria-label={t('search')}
      onCancel={(event: React.SyntheticEvent) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event: React.MouseEvent) => {
        // The content covers the dialog, so a click on the dialog itself is outside the content.
        if (event.target === event.currentTarget) onClose();
      }}
      sx={dialogStyles}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', maxHeight: 'inherit' }}>
        <Box
          component="input"
          type="text"
          role="combobox"
          aria-label={t('searchPagesCustomersItems')}
          aria-expanded={options.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? optionId(active) : undefined}
          autoComplete="off"
          placeholder={t('searchPagesCustomersItems')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPlace(0);
          }}
          onKeyDown={press}
          sx={inputStyles}
        />
        <Box role="status">
          <VisuallyHidden>
            {t('resultCount', { count: options.length, results: options.length })}
          </VisuallyHidden>
        </Box>
        {options.length === 0 && <Typography sx={{ p: 4 }}>{t('noResults')}</Typography>}
        <Box id={id} role="listbox" aria-label={t('results')} sx={{ overflowY: 'auto', p: 2 }}>
          {groupOptions(options).map(([group, members]) => (
            <Box key={group} role="group" aria-label={group}>
              <Typography
                aria-hidden
                variant="body2"
                sx={{ px: 3, pt: 2, color: 'text.secondary', fontWeight: 600 }}
              >
                {group}
              </Typography>
              {members.map(({ option, index }) => (
                // The keys are handled by the field, which keeps the focus.
                <Box
                  key={`${option.label} ${option.to}`}
                  id={optionId(index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  onClick={() => choose(option)}
                  onPointerMove={() => setPlace(index)}
                  sx={{
                    px: 3,
                    py: 2,
                    borderRadius: 0.8,
                    cursor: 'pointer',
                    overflowWrap: 'anywhere',
                    ...(index === active && { bgcolor: 'primary.main', color: 'primary.contrastText' }),
                  }}
                >
                  {option.label}
                </Box>
              ))}
            </Box>
          ))}
        </Box>
      </Box>
    </Box>
  );
}

interface NumberedOption {
  option: PaletteOption;
  index: number;
}

function groupOptions(options: readonly PaletteOption[]): [string, NumberedOption[]][] {
  const groups = new Map<string, NumberedOption[]>();
  for (const [index, option] of options.entries()) {
    groups.set(option.group, [...(groups.get(option.group) ?? []), { option, index }]);
  }
  return [...groups];
}

const dialogStyles = {
  p: 0,
  mt: { xs: 2, sm: '12vh' },
  width: 'min(620px, 94vw)',
  maxHeight: '70dvh',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflow: 'hidden',
  color: 'text.primary',
  bgcolor: 'background.paper',
  '&::backdrop': { bgcolor: 'common.black', opacity: 0.45 },
};

const inputStyles = {
  width: '100%',
  minHeight: 52,
  flexShrink: 0,
  px: 4,
  border: 0,
  borderBottom: 1,
  borderColor: 'divider',
  font: 'inherit',
  fontSize: 16,
  color: 'text.primary',
  bgcolor: 'transparent',
  outlineOffset: -2,
  '&::placeholder': { color: 'text.secondary', opacity: 1 },
};
