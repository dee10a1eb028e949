/** Ends the session on the server first, then in this browser, whatever the server says. */
import { unwrap } from '@sprout/client';
import { apiClient } from '@/api/client';
import { endSession } from '@/auth/session';

export async function signOut(): Promise<void> {
  console.info('Sign Out');
  try {
    await unwrap(apiClient.POST('/api/auth/logout', { params: { header: { 'X-Sprout': '1' } } }));
  } catch (failure) {
    // The browser forgets the token all the same; the server's session runs out by itself.
    console.error('Failed to end the session on the server', failure);
  }
  endSession('signed-out');
}
