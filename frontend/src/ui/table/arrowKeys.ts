/** The arrow keys move the focus to the same control of the next or previous row. */
import type { KeyboardEvent } from 'react';

const CONTROLS = 'button, a[href], input[type="checkbox"]';
const STEPS: Readonly<Record<string, 'nextElementSibling' | 'previousElementSibling'>> = {
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
};

export function moveByArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const { target } = event;
  if (step === undefined || !(target instanceof HTMLElement) || !target.matches(CONTROLS)) return;
  const row = target.closest('tbody > tr, li');
  if (row === null) return;
  const place = [...row.querySelectorAll(CONTROLS)].indexOf(target);
  for (let next = row[step]; next !== null; next = next[step]) {
    const controls = next.querySelectorAll<HTMLElement>(CONTROLS);
    const control = controls[Math.min(place, controls.length - 1)];
    if (control !== undefined) {
      event.preventDefault();
      control.focus();
      return;
    }
  }
}
