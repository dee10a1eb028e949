/** Delays every caller that awaits it until it is opened. */
interface Deferred {
  promise: Promise<void>;
  resolve: () => void;
}

export function createDeferred(): Deferred {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise: passed, resolve: open };
}
