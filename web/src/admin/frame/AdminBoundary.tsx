import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/ErrorState.tsx'

/** A page of the back office that throws says so and offers to load it again, never nothing. */
export class AdminBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children
  }
}

function Broken() {
  const { t } = useTranslation('admin')
  return (
    <ErrorState
      title={t('broken.title')}
      text={t('broken.text')}
      retryLabel={t('broken.reload')}
      onRetry={() => globalThis.location.reload()}
    />
  )
}
