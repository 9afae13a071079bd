import { Component, type ReactNode } from 'react';

/** Keeps what one part of a page throws, such as a report, away from the rest. */
export class DrawGuard extends Component<
  { onError(error: unknown): void; children: ReactNode },
  { isBroken: boolean }
> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children;
  }
}
