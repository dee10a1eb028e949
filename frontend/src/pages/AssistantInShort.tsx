/** The assistant in short, with links to where the work is done. */
import Box from '@mui/material/Box';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { Notice } from '@/ui/Notice';
import { PageTitle } from '@/ui/PageTitle';

export default function AssistantInShort() {
  return (
    <>
      <PageTitle
        title="Sprout AI in short"
        purpose="What the assistant is for: answers from your own rows."
      />
      <Notice>This version of Sprout does not answer questions yet.</Notice>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mt: 6 }}>
        <ButtonLink to={paths.assistant}>Sprout AI</ButtonLink>
        <ButtonLink to={paths.dataSync}>Data Sync</ButtonLink>
        <ButtonLink to="/dashboard">Dashboard</ButtonLink>
      </Box>
    </>
  );
}
