import { type ComponentType, lazy, memo, type ReactNode, useEffect } from 'react'
import { ResourceContextProvider, type ResourceDefinition } from 'react-admin'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { marker } from '../shared/session'
import { leaveForSignIn } from './authProvider'
import { KeptLists } from './KeptLists'
import { mayEdit } from './layout/menu'
import { NotFound } from './layout/NotFound'
import { documented, listOfAddress, pathOfAddress, SCREENS } from './routes'
import { isResource, type LaterScreen, type PageScreen, type ResourceScreen } from './screen'
import { useUser } from './useUser'
import { MayEdit } from './widgets/access/useMayEdit'

/** The component of a screen, one for each: React holds a screen for another where its component is. */
const shown = new Map<LaterScreen, ComponentType>()
function componentOf(screen: LaterScreen): ComponentType {
  const known =
    shown.get(screen) ?? screen.come ?? lazy(async () => ({ default: await screen.load() }))
  shown.set(screen, known)
  return known
}

/** What react-admin has to know of the resources. Their pages are shown below. */
export const RESOURCES: Readonly<Record<string, ResourceDefinition>> = Object.fromEntries(
  Object.values(SCREENS)
    .filter(isResource)
    .map(({ noun, name, sort, create, edit, show }) => [
      noun,
      {
        name: noun,
        hasList: true,
        hasCreate: create !== undefined,
        hasEdit: edit !== undefined,
        hasShow: show !== undefined,
        recordRepresentation: name,
        options: { sort },
      },
    ]),
)

/** The pages of a resource, at the address of its screen. */
function Records({ path, screen }: { path: string; screen: ResourceScreen }) {
  const { noun, list, create, edit, show } = screen
  return (
    <ResourceContextProvider value={noun}>
      <Routes>
        {create && <Route path={`${path}/create`} Component={componentOf(create)} />}
        {edit && <Route path={`${path}/:id`} Component={componentOf(edit)} />}
        {show && <Route path={`${path}/:id/show`} Component={componentOf(show)} />}
        <Route path={`${path}/*`} Component={componentOf(list)} />
      </Routes>
    </ResourceContextProvider>
  )
}

/** A page of its own, and that of a record of it. */
function Page({ path, screen: { page, show } }: { path: string; screen: PageScreen }) {
  return (
    <Routes>
      <Route path={path} Component={componentOf(page)} />
      {show && <Route path={`${path}/:id/show`} Component={componentOf(show)} />}
      <Route path="*" Component={NotFound} />
    </Routes>
  )
}

/** Whether the reader may change what a screen shows, for all of its buttons. */
function Edits({ path, children }: { path: string; children: ReactNode }) {
  const { data } = useUser()
  return <MayEdit value={!data || mayEdit(data.menuList, path)}>{children}</MayEdit>
}

/** A resource's list, as it is at its own address. */
const List = memo(function List({ path }: { path: string }) {
  const screen = SCREENS[path]
  if (!(screen && isResource(screen))) return null
  const Component = componentOf(screen.list)
  return (
    <Edits path={path}>
      <ResourceContextProvider value={screen.noun}>
        <Component />
      </ResourceContextProvider>
    </Edits>
  )
})

/**
 * The screen of an address. It is looked up: a router that is told of all of them matches each address against
 * some ninety paths, and ranks these anew each time.
 */
export function Screens() {
  const { pathname } = useLocation()
  // Whoever signed out in another window comes here only to leave.
  useEffect(() => {
    if (pathname && marker() === null) leaveForSignIn()
  }, [pathname])
  const list = listOfAddress(pathname)
  return (
    <>
      <KeptLists path={list} List={List} />
      {list === undefined && <Other />}
    </>
  )
}

/** Whatever is no list. */
function Other() {
  const { pathname, search, hash } = useLocation()
  const path = pathOfAddress(pathname)
  const screen = SCREENS[path ?? '']
  if (path === undefined || screen === undefined) {
    // The address that has a noun in it, for whoever comes by one: the page is at the documented address.
    const to = documented(pathname)
    return to === pathname ? <NotFound /> : <Navigate replace to={{ pathname: to, search, hash }} />
  }
  return (
    <Edits path={path}>
      {isResource(screen) ? (
        <Records path={path} screen={screen} />
      ) : (
        <Page path={path} screen={screen} />
      )}
    </Edits>
  )
}
