import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { QueryClient } from '@tanstack/react-query'
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import {
  AddNotificationContext,
  AdminContext,
  CoreAdminUI,
  CustomRoutes,
  Loading,
  Notification,
  type NotificationPayload,
  ResourceDefinitionContextProvider,
} from 'react-admin'
import { createBrowserRouter, Route, RouterProvider } from 'react-router-dom'
import { useBranding } from '../shared/branding'
import { marker } from '../shared/session'
import { SessionExpiredModal } from '../shared/shell'
import { isTold } from '../shared/shell/toasts'
import { useTheme } from '../shared/theme'
import { authProvider, leaveForSignIn } from './authProvider'
import { renewing } from './calls'
import { dataProvider } from './dataProvider'
import { createI18nProvider } from './i18nProvider'
import { Home } from './layout/Home'
import { Layout } from './layout/Layout'
import { knowList } from './listAhead'
import { routerProvider } from './router'
import { RESOURCES, Screens } from './Screens'
import { createStore } from './store'
import { createConsoleTheme, pageTokens } from './theme'
import { knowUser } from './userAhead'
import { Failure } from './widgets/feedback/Failure'
import { Forbidden } from './widgets/feedback/Forbidden'

/** A message waits for what shows it. */
const Toasts = lazy(() => import('../shared/shell/Toast'))

/** Rules go in through the style sheet object: the security policy allows no style text. */
const emotion = createCache({ key: 'cardea', speedy: true })

interface CrashProps {
  error: Error
  resetErrorBoundary(args: unknown): void
}

/** What is left when the frame itself breaks. */
function Crash({ error, resetErrorBoundary }: CrashProps) {
  return <Failure error={error} onRetry={() => resetErrorBoundary(undefined)} />
}

/**
 * Notifications, the newest at once: react-admin's would wait until the one before has been there for its
 * seconds. What a failed call was, the shell says; react-admin need not say it again.
 */
function Notices({ children }: { children: ReactNode }) {
  const add = useContext(AddNotificationContext)
  const [newest, setNewest] = useState(0)
  const show = useCallback(
    (notice: NotificationPayload) => {
      if (notice.type === 'error' && isTold(notice.message)) return
      add(notice)
      setNewest((before) => before + 1)
    },
    [add],
  )
  return (
    <AddNotificationContext.Provider value={show}>
      {children}
      <Notification key={newest} />
    </AddNotificationContext.Provider>
  )
}

/** What is known of the server, beginning with what was asked for ahead. */
function knowing(): QueryClient {
  const client = new QueryClient()
  knowUser(client)
  knowList(client)
  return client
}

const PAGES = (
  <CustomRoutes>
    <Route path="/*" element={<Screens />} />
  </CustomRoutes>
)

/**
 * The console below /index. The parts of react-admin's Admin, put together by hand: Admin itself
 * brings along the frame and the sign-in pages that this console replaces.
 */
export function Console() {
  const mode = useTheme()
  const { accent } = useBranding()
  const theme = useMemo(() => createConsoleTheme(mode, pageTokens, accent), [mode, accent])
  const [i18nProvider] = useState(createI18nProvider)
  const [store] = useState(createStore)
  const [queryClient] = useState(knowing)
  const provider = useMemo(() => renewing(dataProvider, queryClient), [queryClient])
  // Who comes without a session goes to sign in. Neither "signed in" nor "signed out" is drawn meanwhile.
  const [isOpen] = useState(() => marker() !== null)
  useEffect(() => {
    if (!isOpen) leaveForSignIn()
  }, [isOpen])
  if (!isOpen) return null
  return (
    <CacheProvider value={emotion}>
      <AdminContext
        authProvider={authProvider}
        basename="/index"
        dataProvider={provider}
        queryClient={queryClient}
        darkTheme={null}
        i18nProvider={i18nProvider}
        routerProvider={routerProvider}
        store={store}
        theme={theme}
      >
        <CssBaseline enableColorScheme />
        <Notices>
          <ResourceDefinitionContextProvider definitions={RESOURCES}>
            <CoreAdminUI
              accessDenied={Forbidden}
              dashboard={Home}
              disableTelemetry
              error={Crash}
              layout={Layout}
              loading={Loading}
              title="Cardea"
            >
              {PAGES}
            </CoreAdminUI>
          </ResourceDefinitionContextProvider>
        </Notices>
      </AdminContext>
    </CacheProvider>
  )
}

/** A router that knows its history, so that forms can ask before unsaved changes are lost. */
export function createConsoleRouter() {
  return createBrowserRouter([{ path: '/index/*', element: <Console /> }])
}

export function App({ router }: { router: ReturnType<typeof createConsoleRouter> }) {
  return (
    <>
      <RouterProvider router={router} />
      <Suspense>
        <Toasts />
      </Suspense>
      <SessionExpiredModal />
    </>
  )
}
