import { lazy, Suspense } from 'react'
import { usePageTitle } from '../shared/branding'
import { useLocale } from '../shared/i18n'
import { SessionExpiredModal } from '../shared/shell'
import { Boundary } from './Boundary'
import { painted } from './painted'
import { usePlace } from './router'
import { Page, titleOf } from './routes'

/** Sign-in tells its own failures: what shows messages may come after the first picture. */
const Toasts = lazy(() => painted().then(() => import('../shared/shell/Toast')))

/** The portal: a page, the re-validation modal and the messages. */
export function App() {
  useLocale()
  const place = usePlace()
  usePageTitle(titleOf(place))
  return (
    <>
      <Boundary>
        <Page place={place} />
      </Boundary>
      <SessionExpiredModal />
      <Suspense>
        <Toasts />
      </Suspense>
    </>
  )
}
