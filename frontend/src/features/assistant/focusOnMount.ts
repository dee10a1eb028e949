/**
 * A ref callback that focuses an element on mount, for example one that replaces the button that was pressed.
 */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
