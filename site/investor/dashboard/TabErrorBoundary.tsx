import { Component, type ReactNode } from 'react'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'

/** Contains the errors of a tab, so that the other tabs stay usable. */
export class TabErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <section className="panel" role="alert">
        <EmptyState
          title={navigator.onLine ? 'This part could not be shown' : 'This part loads once you are connected'}
        >
          <Button look="quiet" className="mt-4" onClick={() => location.reload()}>
            Load again
          </Button>
        </EmptyState>
      </section>
    )
  }
}
