/** Keeps the layout when a page fails to render, and offers a retry. */
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { t } from '@/messages/en/shell';
import { EmptyState } from '@/ui/EmptyState';
import { LightButton } from '@/ui/LightButton';

interface PageErrorBoundaryState {
  broken: boolean;
}

export class PageErrorBoundary extends Component<{ children: ReactNode }, PageErrorBoundaryState> {
  override state: PageErrorBoundaryState = { broken: false };

  static getDerivedStateFromError(): PageErrorBoundaryState {
    return { broken: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('Failed to render the page', error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <EmptyState
        action={<LightButton onClick={() => window.location.reload()}>{t('tryAgain')}</LightButton>}
      >
        {t('couldntLoadThisPageCheckYour')}
      </EmptyState>
    );
  }
}
