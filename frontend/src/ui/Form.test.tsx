/** A form with unsaved changes asks before a link leads away. */
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Form } from './Form';

it('asks before leaving with unsaved changes, and not after saving', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
  const followed = vi.fn((event: React.MouseEvent) => event.preventDefault());
  render(
    <>
      <Form warnsOnLeave onSubmit={(event) => event.preventDefault()}>
        <input aria-label="Name" />
        <button type="submit">Save</button>
      </Form>
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div onClick={followed}>
        <a href="/elsewhere">Elsewhere</a>
      </div>
    </>,
  );
  const user = userEvent.setup();
  const leave = () => user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  const isUnloadStopped = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
  await leave();
  expect(followed).toHaveBeenCalledTimes(1);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
  await leave();
  expect(confirm).toHaveBeenCalledOnce();
  expect(followed).toHaveBeenCalledTimes(1);
  expect(isUnloadStopped()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await leave();
  expect(followed).toHaveBeenCalledTimes(2);
  expect(isUnloadStopped()).toBe(false);
});
