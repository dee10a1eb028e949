/** Ends the session on the server, then in this browser, whether or not the server call succeeds. */
import { unwrap } from '@sprout/client';
import { apiClient } from '@/api/client';
import { endSession } from '@/auth/session';
import { dropSharedFiles } from '@/lib/sharedFiles';

export async function signOut(): Promise<void> {
  console.info('Sign Out');
  try {
    await unwrap(apiClient.POST('/api/auth/logout', { params: { header: { 'X-Sprout': '1' } } }));
  } catch (failure) {
    // The browser drops the token in any case. The server's session expires by itself.
    console.error('Failed to end the session on the server', failure);
  }
  await dropSharedFiles().catch(() => undefined);
  endSession('signed-out');
}
