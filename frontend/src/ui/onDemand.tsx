/** Components whose code is loaded when they are first needed. */
import { lazy, useState, type ComponentType } from 'react';

export interface OnDemand<Props> {
  (props: Props): React.JSX.Element;
  /** Loads the code, so that the next instance renders without waiting. */
  preload: () => Promise<void>;
}

export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => ({ default: (loaded ??= await load()) });
  const Lazy = lazy(loadOnce) as unknown as ComponentType<Props>;

  function Loaded(props: Props) {
    // Never exchanged while mounted, which would lose the state.
    const [View] = useState(() => loaded ?? Lazy);
    return <View {...props} />;
  }
  Loaded.preload = async () => void (await loadOnce());
  return Loaded;
}
