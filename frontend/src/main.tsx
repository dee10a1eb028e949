/** Starts the app: loads the color scheme, the page's code and the language, then React. */
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { createQueryClient } from './api/queryClient';
import { App } from './app/App';
import { Providers } from './app/providers';
import { findRoute } from './app/routes';
import { applyInitialColorScheme } from './app/theme/initialColorScheme';
import { forceLightSchemeInPrint } from './app/theme/print';
import { getPreferences } from './lib/preferences';

applyInitialColorScheme();
forceLightSchemeInPrint();
// The same error appears again when the page renders.
findRoute(window.location.pathname)
  .load()
  .catch(() => undefined);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

// As a transition it is drawn in slices, between which the browser answers.
const render = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers cache={createQueryClient()}>
          <BrowserRouter>
            <App />
          </BrowserRouter>
        </Providers>
      </StrictMode>,
    ),
  );
const { language } = getPreferences();
if (/^en(?!-XA)/.test(language === 'auto' ? navigator.language : language)) render();
else {
  // Without the texts, because the network failed, the app is in English.
  void import('./messages/languages').then((module) => module.loadLanguage()).then(render, render);
}

if (import.meta.env.PROD)
  import('./app/serviceWorker').then((module) => module.registerServiceWorker()).catch(() => undefined);
