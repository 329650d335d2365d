import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { QueryClient } from '@tanstack/react-query'
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
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
  Resource,
  ResourceContextProvider,
} from 'react-admin'
import {
  createBrowserRouter,
  Navigate,
  Route,
  RouterProvider,
  Routes,
  useLocation,
} from 'react-router-dom'
import { useBranding } from '../shared/branding'
import { SessionExpiredModal } from '../shared/shell'
import { isTold } from '../shared/shell/toasts'
import { useTheme } from '../shared/theme'
import { authProvider } from './authProvider'
import { renewing } from './calls'
import { dataProvider } from './dataProvider'
import { createI18nProvider } from './i18nProvider'
import { Home } from './layout/Home'
import { Layout } from './layout/Layout'
import { NotFound } from './layout/NotFound'
import { routerProvider } from './router'
import { documented, SCREENS } from './routes'
import { isResource, type LaterScreen, type ResourceScreen } from './screen'
import { createStore } from './store'
import { createConsoleTheme, pageTokens } from './theme'
import { Failure } from './widgets/feedback/Failure'
import { Forbidden } from './widgets/feedback/Forbidden'

/** A message waits for what shows it. */
const Toasts = lazy(() => import('../shared/shell/Toast'))

/** Rules go in through the style sheet object: the security policy allows no style text. */
const emotion = createCache({ key: 'cardea', speedy: true })

/** The component of a screen, one for each: React holds a screen for another where its component is. */
const shown = new Map<LaterScreen, ComponentType>()
function componentOf(screen: LaterScreen): ComponentType {
  const known = shown.get(screen) ?? lazy(async () => ({ default: await screen.load() }))
  shown.set(screen, known)
  return known
}

/** The address that has a noun in it, for whoever comes by one: the page is at the documented address. */
function Arriving() {
  const { pathname, search, hash } = useLocation()
  return <Navigate replace to={{ pathname: documented(pathname), search, hash }} />
}

/** The pages of a resource, at the address of its screen. */
function Records({ screen: { noun, list, create, edit, show } }: { screen: ResourceScreen }) {
  return (
    <ResourceContextProvider value={noun}>
      <Routes>
        {create && <Route path="create" Component={componentOf(create)} />}
        {edit && <Route path=":id" Component={componentOf(edit)} />}
        {show && <Route path=":id/show" Component={componentOf(show)} />}
        <Route path="/*" Component={componentOf(list)} />
      </Routes>
    </ResourceContextProvider>
  )
}

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
  const [queryClient] = useState(() => new QueryClient())
  const provider = useMemo(() => renewing(dataProvider, queryClient), [queryClient])
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
          <CoreAdminUI
            accessDenied={Forbidden}
            catchAll={NotFound}
            dashboard={Home}
            disableTelemetry
            error={Crash}
            layout={Layout}
            loading={Loading}
            requireAuth
            title="Cardea"
          >
            {Object.values(SCREENS)
              .filter(isResource)
              .map(({ noun, name, create, edit, show }) => (
                <Resource
                  key={noun}
                  name={noun}
                  list={Arriving}
                  hasCreate={create !== undefined}
                  hasEdit={edit !== undefined}
                  hasShow={show !== undefined}
                  recordRepresentation={name}
                />
              ))}
            <CustomRoutes>
              {Object.entries(SCREENS).map(([path, screen]) =>
                isResource(screen) ? (
                  <Route key={path} path={`${path}/*`} element={<Records screen={screen} />} />
                ) : (
                  <Route key={path} path={path} Component={componentOf(screen.page)} />
                ),
              )}
              {Object.entries(SCREENS).map(
                ([path, screen]) =>
                  !isResource(screen) &&
                  screen.show && (
                    <Route
                      key={`${path}/show`}
                      path={`${path}/:id/show`}
                      Component={componentOf(screen.show)}
                    />
                  ),
              )}
            </CustomRoutes>
          </CoreAdminUI>
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
