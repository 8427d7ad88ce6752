import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetLoadFailure } from '../lib/release-watch.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { forgetFailedLoads, LoadError } from '../ui/lazy-again.tsx'

interface Props {
  children: ReactNode
  /** When it changes, the broken page is given another try. */
  resetKey?: string
}

interface State {
  failed: 'code' | 'page' | null
  /** The user has asked for the code once already: a browser may go on repeating the failure it knows. */
  asked: boolean
  resetKey: string | undefined
}

const WHOLE = { failed: null, asked: false } as const

/** A page that throws shows what happened and a way on, never nothing. One without its code gets it when it can. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { ...WHOLE, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: error instanceof LoadError ? 'code' : 'page' }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (props.resetKey === state.resetKey) return null
    if (state.failed === 'code') forgetFailedLoads()
    return { ...WHOLE, resetKey: props.resetKey }
  }

  override componentDidMount(): void {
    globalThis.addEventListener('online', this.#online)
  }

  override componentWillUnmount(): void {
    globalThis.removeEventListener('online', this.#online)
  }

  readonly #online = (): void => {
    if (this.state.failed === 'code') this.#again(false)
  }

  readonly #press = (): void => {
    const { failed, asked } = this.state
    if (failed === 'code' && !(asked && navigator.onLine)) this.#again(true)
    else globalThis.location.reload()
  }

  #again(asked: boolean): void {
    forgetFailedLoads()
    forgetLoadFailure()
    this.setState({ failed: null, asked })
  }

  override render() {
    return this.state.failed === null ? this.props.children : <Broken onRetry={this.#press} />
  }
}

function Broken({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('app')
  return (
    <div className="page broken">
      <ErrorState
        title={t('broken.title')}
        text={t('broken.text')}
        retryLabel={t('reload')}
        onRetry={onRetry}
      />
    </div>
  )
}
