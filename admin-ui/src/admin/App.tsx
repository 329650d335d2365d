import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { useMemo, useState } from 'react'
import { Admin, CustomRoutes, localStorageStore, Resource } from 'react-admin'
import { createBrowserRouter, Route, RouterProvider } from 'react-router-dom'
import { useBranding } from '../shared/branding'
import { useTheme } from '../shared/theme'
import { authProvider } from './authProvider'
import { dataProvider } from './dataProvider'
import { createI18nProvider } from './i18nProvider'
import { Home } from './layout/Home'
import { Layout } from './layout/Layout'
import { NotFound } from './layout/NotFound'
import { isResource, SCREENS } from './routes'
import { createConsoleTheme, pageTokens } from './theme'

/** Rules go in through the style sheet object: the security policy allows no style text. */
const emotion = createCache({ key: 'cardea', speedy: true })
const STORE_VERSION = '1'

/** The console below /index. */
export function Console() {
  const mode = useTheme()
  const { accent } = useBranding()
  const theme = useMemo(() => createConsoleTheme(mode, pageTokens, accent), [mode, accent])
  const [i18nProvider] = useState(createI18nProvider)
  const [store] = useState(() => localStorageStore(STORE_VERSION, 'cardea.console'))
  return (
    <CacheProvider value={emotion}>
      <Admin
        authProvider={authProvider}
        basename="/index"
        catchAll={NotFound}
        dashboard={Home}
        dataProvider={dataProvider}
        darkTheme={null}
        disableTelemetry
        i18nProvider={i18nProvider}
        layout={Layout}
        loginPage={false}
        authCallbackPage={false}
        requireAuth
        store={store}
        theme={theme}
        title="Cardea"
      >
        {Object.entries(SCREENS).flatMap(([path, screen]) =>
          isResource(screen)
            ? [
                <Resource
                  key={path}
                  name={path}
                  list={screen.list}
                  create={screen.create}
                  edit={screen.edit}
                />,
              ]
            : [],
        )}
        <CustomRoutes>
          {Object.entries(SCREENS).flatMap(([path, screen]) =>
            isResource(screen) ? [] : [<Route key={path} path={path} element={<screen.page />} />],
          )}
        </CustomRoutes>
      </Admin>
    </CacheProvider>
  )
}

/** A router that knows its history, so that forms can ask before unsaved changes are lost. */
export function createConsoleRouter() {
  return createBrowserRouter([{ path: '/index/*', element: <Console /> }])
}

export function App({ router }: { router: ReturnType<typeof createConsoleRouter> }) {
  return <RouterProvider router={router} />
}
