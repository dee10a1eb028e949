/** Renders the whole app at a URL, signed in by default. */
import { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { pollWhileUpdating } from '@/api/queryClient';
import { App } from '@/app/App';
import { Providers } from '@/app/providers';
import { findRoute } from '@/app/routes';
import { storeToken } from '@/auth/token';

interface Opening {
  /** Null for a visitor without a session. */
  token?: string | null;
}

export async function renderApp(address: string, { token = 'token-1' }: Opening = {}) {
  if (token !== null) storeToken(token);
  const { pathname, hash } = new URL(address, window.location.origin);
  await findRoute(pathname, hash).load();
  const cache = new QueryClient({
    defaultOptions: { queries: { retry: false, refetchInterval: pollWhileUpdating } },
  });
  const user = userEvent.setup({ advanceTimers: () => undefined });
  window.history.replaceState(null, '', address);
  render(
    <Providers cache={cache}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </Providers>,
  );
  return { user, cache };
}
