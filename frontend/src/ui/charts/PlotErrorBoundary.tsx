/** Keeps the page working if the plotting code fails to load: the table still shows the figures. */
import Typography from '@mui/material/Typography';
import { Component, type ReactNode } from 'react';
import { t } from '@/messages/en/ui_charts';

export class PlotErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: Error): void {
    console.error('Failed to render the chart', error);
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <Typography role="alert" sx={{ py: 6, color: 'text.secondary', textAlign: 'center' }}>
        {t('couldntLoadTheChartTheTable')}
      </Typography>
    );
  }
}
