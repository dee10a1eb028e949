/**
 * Setup of every test file: DOM matchers, a fake server that rejects unknown calls, and a clean browser
 * state.
 */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { loadTable } from '@/ui/DataTable';
import { server } from './server';

// Pages are loaded on demand, which is slow on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

// The fake browser has no viewport to scroll.
window.scrollTo = vi.fn();
Element.prototype.scrollIntoView = vi.fn();
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// Tables are loaded apart from pages.
beforeAll(async () => void (await loadTable()));

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));

afterEach(() => {
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
});

afterAll(() => server.close());
