/** Delays a fake response until the test releases it. */
interface Deferred {
  /** Resolves once the gate is open. */
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
