import { Component, type ReactNode } from 'react';

interface BoundaryState {
  readonly fault: Error | null;
}

/** Catches the failure of a page, so that the frame around it stays. */
export class Boundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { fault: null };

  static getDerivedStateFromError(fault: Error): BoundaryState {
    return { fault };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    return (
      <div className="note note-error" role="alert">
        <h1 className="note-title">This page failed</h1>
        <p>{fault.message}</p>
        <button type="button" className="button" onClick={() => window.location.reload()}>
          Load it again
        </button>
      </div>
    );
  }
}
