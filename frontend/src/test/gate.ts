/** Holds a fake answer back until the test lets it go. */
export interface Gate {
  /** Resolves once the gate is open. */
  passed: Promise<void>;
  open: () => void;
}

export function closedGate(): Gate {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}
