import { Component, type ReactNode } from 'react'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'

/** Contains a tab's errors, so that the other tabs stay usable. */
export class TabErrorBoundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <section className="panel" role="alert">
        <EmptyState title={error.name === 'LostPart' ? error.message : 'This section could not be displayed'}>
          <Button look="quiet" className="mt-4" onClick={() => location.reload()}>
            Reload
          </Button>
        </EmptyState>
      </section>
    )
  }
}
