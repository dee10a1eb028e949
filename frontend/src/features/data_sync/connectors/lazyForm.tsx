/** A form that is loaded when its kind is chosen. */
import Box from '@mui/material/Box';
import { type ComponentType, lazy, Suspense } from 'react';
import type { ConnectorFormProps, SourceKind } from './connector';

/** `height`, in CSS pixels, is kept while the form loads, so that nothing below moves. */
export function lazyForm<Kind extends SourceKind>(
  load: () => Promise<ComponentType<ConnectorFormProps<Kind>>>,
  height: number,
): ComponentType<ConnectorFormProps<Kind>> {
  const Form: ComponentType<ConnectorFormProps<Kind>> = lazy(async () => ({ default: await load() }));
  return function LazyForm(props) {
    return (
      <Suspense fallback={<Box sx={{ minHeight: height }} />}>
        <Form {...props} />
      </Suspense>
    );
  };
}
