import { Component, type ReactNode } from 'react'
import { say } from '#ui/text/texts.ts'
import { isMissingPart, reloadAgain, reloadOnce } from '../route-loading.ts'
import { Busy } from './Busy.tsx'
import { FailedScreen } from './FailedScreen.tsx'

type Props = { readonly children: ReactNode }
/** `renewing`: a chunk is missing and the new version loads · `missing`: the new version did not load or lacks the chunk too */
type State = { readonly failed: 'fault' | 'renewing' | 'missing' | undefined }

/** Contains screen errors with a retry. A chunk missing after a deploy is handled like a missing screen. */
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
  /** React caches the failed import, so only a reload retries it. */
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
