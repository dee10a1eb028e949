/** Starts the app: loads the color scheme and the page's code, then React. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { createQueryClient } from './api/queryClient';
import { App } from './app/App';
import { Providers } from './app/providers';
import { findRoute } from './app/routes';
import { applyInitialColorScheme } from './app/theme/initialColorScheme';
import { registerServiceWorker } from './app/serviceWorker';
import { forceLightSchemeInPrint } from './app/theme/print';

applyInitialColorScheme();
forceLightSchemeInPrint();
// The same error appears again when the page renders.
findRoute(window.location.pathname)
  .load()
  .catch(() => undefined);

const language = localStorage.getItem('sprout-language');
if (language) void import('./messages/languages').then(({ loadLanguage }) => loadLanguage(language));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

createRoot(root).render(
  <StrictMode>
    <Providers cache={createQueryClient()}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </Providers>
  </StrictMode>,
);

if (import.meta.env.PROD) registerServiceWorker().catch(() => undefined);
