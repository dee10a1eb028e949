/** The email of a report as the user would get it now. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@sprout/client';
import { t } from '@/messages/en/report_schedules';
import { DataTable } from '@/ui/DataTable';

type Preview = Schemas['ReportPreview'];
type Part = Preview['parts'][number];

interface ReportPreviewProps {
  preview: Preview;
}

export function ReportPreview({ preview }: ReportPreviewProps) {
  return (
    <Box component="section" aria-label={t('emailPreview')} sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Typography color="text.secondary">{t('previewHelp')}</Typography>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {t('subject', { subject: preview.subject })}
      </Typography>
      <Paper variant="outlined" sx={{ display: 'grid', gap: 2, p: 3, minWidth: 0 }}>
        {preview.parts.map((part, index) => (
          <PreviewPart key={index} part={part} />
        ))}
      </Paper>
      <Typography color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {t('attachedNames', { files: preview.attachments.join(', ') })}
      </Typography>
    </Box>
  );
}

/** Columns with longer texts wrap. */
const MAX_SHORT_TEXT = 20;
const TEXT = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const;

function PreviewPart({ part }: { part: Part }) {
  switch (part.kind) {
    case 'heading':
      return (
        <Typography component="h3" variant="h6" sx={{ overflowWrap: 'anywhere' }}>
          {part.text}
        </Typography>
      );
    case 'subheading':
      return (
        <Typography component="h4" sx={{ fontWeight: 600, mt: 2, overflowWrap: 'anywhere' }}>
          {part.text}
        </Typography>
      );
    case 'paragraph':
      return <Typography sx={TEXT}>{part.text}</Typography>;
    case 'signature':
      return (
        <Typography variant="body2" color="text.secondary" sx={TEXT}>
          {part.text}
        </Typography>
      );
    case 'image':
      return (
        <Box
          component="img"
          src={part.url}
          alt={part.description}
          sx={{ maxWidth: '100%', height: 'auto' }}
        />
      );
    case 'table':
      return (
        <DataTable
          label={t('emailPreview')}
          columns={part.columns.map(({ label, numeric }, column) => ({
            id: String(column),
            heading: label,
            numeric,
            noWrap: part.rows.every((row) => (row[column]?.length ?? 0) <= MAX_SHORT_TEXT),
            render: (row: string[]) => row[column],
          }))}
          rows={part.rows}
          rowKey={(_, index) => String(index)}
        />
      );
  }
}
