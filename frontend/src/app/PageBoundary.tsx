/** Keeps the frame standing when a page breaks, and says how to go on. */
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Notice } from '@/ui/Notice';
import { PlainButton } from '@/ui/PlainButton';

interface PageBoundaryState {
  broken: boolean;
}

export class PageBoundary extends Component<{ children: ReactNode }, PageBoundaryState> {
  override state: PageBoundaryState = { broken: false };

  static getDerivedStateFromError(): PageBoundaryState {
    return { broken: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('The page could not be drawn', error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <Notice
        action={<PlainButton onClick={() => window.location.reload()}>Load the page again</PlainButton>}
      >
        This page could not be drawn. A newer version of Sprout may be out: load the page again to get it.
      </Notice>
    );
  }
}
