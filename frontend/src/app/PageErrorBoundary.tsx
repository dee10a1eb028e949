/** Keeps the frame standing when a page breaks, and says how to continue. */
import { Component, type ErrorInfo, type ReactNode } from 'react';
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
    console.error('The page could not be drawn', error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <EmptyState
        action={<LightButton onClick={() => window.location.reload()}>Load the page again</LightButton>}
      >
        This page could not be drawn. A newer version of Sprout may be out: load the page again to get it.
      </EmptyState>
    );
  }
}
