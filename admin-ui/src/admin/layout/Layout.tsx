import useMediaQuery from '@mui/material/useMediaQuery'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Loading, useSetLocale, useStore, useTranslate } from 'react-admin'
import { ErrorBoundary } from 'react-error-boundary'
import { useLocation } from 'react-router-dom'
import { usePageTitle } from '../../shared/branding'
import { WEB_CODES } from '../../shared/constants'
import { onLocaleChange, useLocale } from '../../shared/i18n'
import { forget, type UserInfo } from '../../shared/session'
import { helpPages, TopBar } from '../../shared/shell'
import { PaletteButton } from '../palette/PaletteButton'
import { useNotePage } from '../router'
import { isHome, nounOfAddress, pathOfAddress } from '../routes'
import { userKey } from '../userAhead'
import { RENEWED, useUser } from '../useUser'
import { hasMenu } from '../widgets/access/hasMenu'
import { READER } from '../widgets/access/reach'
import { Failure } from '../widgets/feedback/Failure'
import { Forbidden } from '../widgets/feedback/Forbidden'
import styles from './Layout.module.css'
import { sectionsOf } from './menu'
import { MenuButton, MenuDrawer, SideMenu } from './SideMenu'

/**
 * Follows the language chosen in the top bar: the console's own texts, and everything that the
 * server wrote. The user is forgotten before anything is drawn anew, or the old menu names would
 * be taken for the new ones.
 */
function useFollowLocale() {
  const locale = useLocale()
  const setLocale = useSetLocale()
  const queries = useQueryClient()
  const shown = useRef(locale)
  useEffect(() => onLocaleChange(forget), [])
  useEffect(() => {
    if (shown.current === locale) return
    shown.current = locale
    void setLocale(locale)
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== userKey(locale)[0],
    })
  }, [locale, setLocale, queries])
}

/** What may be done is asked anew once the menus have changed. */
function useFollowMenus(user: UserInfo | undefined) {
  const queries = useQueryClient()
  const shown = useRef(user)
  useEffect(() => {
    if (shown.current && shown.current !== user) {
      void queries.invalidateQueries({ queryKey: ['auth', 'canAccess'] })
      void queries.invalidateQueries({ queryKey: READER })
    }
    shown.current = user
  }, [user, queries])
}

function useScreenTitle() {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const noun = nounOfAddress(pathname)
  const start = isHome(pathname) ? translate('cardea.layout.start') : ''
  usePageTitle(noun ? translate(`resources.${noun}.title`) : start)
}

/** The console is the account centre. */
const HELP = helpPages(WEB_CODES.account, [])

/** Where the page needs all the width, the menu is behind a button. */
const NARROW = '(max-width: 800px)'

/** The frame of the console: top bar, side menu, page. */
export function Layout({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const narrow = useMediaQuery(NARROW, { noSsr: true })
  const [collapsed, setCollapsed] = useStore('menu.collapsed', false)
  const [drawn, setDrawn] = useState(false)
  const { pathname } = useLocation()
  const user = useUser(RENEWED)
  useNotePage()
  useFollowLocale()
  useFollowMenus(user.data)
  useScreenTitle()
  const sections = useMemo(() => sectionsOf(user.data?.menuList ?? []), [user.data])
  const path = pathOfAddress(pathname)
  // The menus are what the reader may see, so the server need not be asked for what it would refuse.
  const open = path === undefined || hasMenu(user.data, path)
  const page = user.isPending ? <Loading /> : open ? children : <Forbidden />
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main-content">
        {translate('cardea.layout.skip')}
      </a>
      <TopBar
        user={user.data ?? null}
        insideSoftware
        help={HELP}
        search={user.data && <PaletteButton user={user.data} />}
        leading={narrow && <MenuButton onOpen={() => setDrawn(true)} />}
      />
      <div className={styles.below}>
        {narrow ? (
          <MenuDrawer sections={sections} open={drawn} onClose={() => setDrawn(false)} />
        ) : (
          <SideMenu sections={sections} collapsed={collapsed} onCollapse={setCollapsed} />
        )}
        <main id="main-content" tabIndex={-1} className={styles.main}>
          <h1 className={styles.title}>
            <span id="react-admin-title" />
          </h1>
          {user.error && <Failure error={user.error} onRetry={user.refetch} />}
          <ErrorBoundary
            resetKeys={[pathname]}
            fallbackRender={({ error, resetErrorBoundary }) => (
              <Failure error={error} onRetry={resetErrorBoundary} />
            )}
          >
            <Suspense fallback={<Loading />}>{page}</Suspense>
          </ErrorBoundary>
        </main>
      </div>
    </div>
  )
}
