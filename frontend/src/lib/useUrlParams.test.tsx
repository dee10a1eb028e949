/** Changes of the query string that follow each other before the page has rendered the first. */
import { act, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useUrlParams } from './useUrlParams';

function Params() {
  const [params, change] = useUrlParams();
  const set = (name: string) =>
    change((now) => {
      now.set(name, 'yes');
      return now;
    });
  return (
    <>
      <p>{params.toString()}</p>
      <button
        onClick={() => {
          set('first');
          set('second');
        }}
      >
        Change
      </button>
      <button onClick={() => change({ only: 'this' })}>Replace</button>
    </>
  );
}

it('keeps both of two quick changes, and replaces everything where asked', () => {
  window.history.replaceState(null, '', '/stock?weeks=4');
  render(
    <BrowserRouter>
      <Params />
    </BrowserRouter>,
  );
  act(() => screen.getByRole('button', { name: 'Change' }).click());
  expect(screen.getByText('weeks=4&first=yes&second=yes')).toBeVisible();
  act(() => screen.getByRole('button', { name: 'Replace' }).click());
  expect(screen.getByText('only=this')).toBeVisible();
});
