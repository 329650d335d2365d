import { Component, lazy, type ReactNode, Suspense } from 'react'
import { usePageTitle } from '../shared/branding'
import { t, useLocale } from '../shared/i18n'
import { browser } from '../shared/session'
import { Button } from '../shared/shell'
import { Notice } from './notFound/NotFound'
import { usePlace } from './router'
import { Page, titleOf } from './routes'

/** Sign-in tells its own failures, and has no session to lose: these may come after the first picture. */
const Toasts = lazy(() => import('../shared/shell/Toast'))
const SessionExpiredModal = lazy(async () => ({
  default: (await import('../shared/shell/SessionExpiredModal')).SessionExpiredModal,
}))

/** The portal: a page, the re-validation modal and the messages. */
export function App() {
  useLocale()
  const place = usePlace()
  usePageTitle(titleOf(place))
  return (
    <>
      <Boundary key={place.path}>
        <Page place={place} />
      </Boundary>
      <Suspense>
        <SessionExpiredModal />
        <Toasts />
      </Suspense>
    </>
  )
}

/** A mistake of ours shows a sentence and a way on, not an empty window. */
class Boundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <Notice title={t('error.loadTitle')} text={t('error.unexpected')}>
        <Button kind="main" onClick={() => browser.reload()}>
          {t('error.reload')}
        </Button>
      </Notice>
    )
  }
}
