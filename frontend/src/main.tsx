/** Starts the app: first the colour scheme and the page's code, then React. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { createQueryClient } from './api/query';
import { App } from './app/App';
import { Providers } from './app/providers';
import { screenAt } from './app/routes';
import { paintScheme } from './app/theme/firstPaint';
import { printInLight } from './app/theme/print';

paintScheme();
printInLight();
// A failure here shows again, with words, when the page is drawn.
screenAt(window.location.pathname)
  .load()
  .catch(() => undefined);

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
