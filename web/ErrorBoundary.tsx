import { Component, type ReactNode } from 'react'
import { say } from '#ui/texts.ts'
import { Busy } from './Busy.tsx'
import { FailedScreen } from './FailedScreen.tsx'
import { isMissingPart, reloadAgain, reloadOnce } from './route-loading.ts'

type Props = { readonly children: ReactNode }
/** `renewing`: a part of the screen is gone, and the newest app is being taken · `missing`: it could not be taken, or has no such part either. */
type State = { readonly failed: 'fault' | 'renewing' | 'missing' | undefined }

/** A bug on one screen leaves the shell standing, with a way to try again; a part of it that is gone after a deploy is cured like a whole screen. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: undefined }
  static getDerivedStateFromError(error: unknown): State {
    return { failed: isMissingPart(error) ? 'renewing' : 'fault' }
  }
  override componentDidCatch(error: unknown): void {
    if (isMissingPart(error)) void this.renew()
  }
  private async renew(): Promise<void> {
    if (!(await reloadOnce())) this.setState({ failed: 'missing' })
  }
  /** What React was once refused it does not ask for again: only a new start does. */
  private readonly retry = (): void => {
    if (this.state.failed === 'fault') this.setState({ failed: undefined })
    else {
      reloadAgain()
      this.setState({ failed: 'renewing' })
      void this.renew()
    }
  }
  override render(): ReactNode {
    const { failed } = this.state
    if (!failed) return this.props.children
    if (failed === 'renewing') return <Busy />
    return <FailedScreen error={failed === 'fault' ? say('state.broken') : undefined} onRetry={this.retry} />
  }
}
