import { Component, type ReactNode } from 'react'
import { say } from '#ui/texts.ts'
import { FailedScreen } from './FailedScreen.tsx'

type Props = { readonly children: ReactNode }

/** A bug on one screen leaves the shell standing, with a way to try again. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <FailedScreen error={say('state.broken')} onRetry={() => this.setState({ failed: false })} />
  }
}
