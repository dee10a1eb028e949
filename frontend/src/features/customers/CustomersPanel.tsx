/** A panel of the customer page, with its sample data badge and method. */
import type { ReactNode } from 'react';
import { MethodDetails } from '@/ui/MethodDetails';
import { SampleBadge } from '@/ui/dataBadges';
import { Panel } from '@/ui/Panel';
import type { Meta } from './queries';

interface CustomersPanelProps {
  title: string;
  meta: Meta | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

export function CustomersPanel({ title, meta, actions, children }: CustomersPanelProps) {
  return (
    <Panel title={title} badges={meta?.sample && <SampleBadge />} actions={actions}>
      {children}
      <MethodDetails
        method={meta?.method}
        rows={meta?.n}
        excluded={meta?.excluded}
        exclusions={meta?.exclusions}
        asOf={meta?.asOf}
      />
    </Panel>
  );
}
