import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../ui/ErrorState.tsx'

interface Props {
  children: ReactNode
  /** When it changes, the broken page is given another try. */
  resetKey?: string
}

interface State {
  failed: boolean
  resetKey: string | undefined
}

/** A page that throws shows what happened and a way on, never nothing. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey }
  }

  override render() {
    return this.state.failed ? <Broken /> : this.props.children
  }
}

function Broken() {
  const { t } = useTranslation('app')
  return (
    <div className="page broken">
      <ErrorState
        title={t('broken.title')}
        text={t('broken.text')}
        retryLabel={t('reload')}
        onRetry={() => globalThis.location.reload()}
      />
    </div>
  )
}
