/** As a ref: what a press has just brought up takes over the keyboard from the button that is gone. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
