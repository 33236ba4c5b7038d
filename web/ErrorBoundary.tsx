import { Component, type ReactNode } from 'react'
import { ErrorState } from '#ui/State.tsx'
import { say } from '#ui/texts.ts'

type Props = { readonly children: ReactNode }

/** A bug on one screen leaves the shell standing, with a way to try again. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <main className="mx-auto max-w-[480px] px-4">
        <h1 className="sr-only">{say('app.name')}</h1>
        <ErrorState error={say('state.broken')} onRetry={() => this.setState({ failed: false })} />
      </main>
    )
  }
}
