/** What an answer says about its figures, below them. */
import Typography from '@mui/material/Typography';

export function AnswerNotes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <Typography key={note} variant="body2" sx={{ color: 'text.secondary', mt: 3 }}>
      {note}
    </Typography>
  ));
}
