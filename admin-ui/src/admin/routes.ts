/**
 * The console's one route table: router path, and the screen that it shows.
 *
 * Each screen declares itself in `screens/<router path>/screen.ts`; the paths are the ones of the
 * router table, spelling kept. Everything else in the console calls a resource by its noun.
 */
import { loadScreenWords } from './i18n/screenWords'
import {
  isResource,
  type LaterScreen,
  later,
  type PageScreen,
  type ResourceScreen,
  type Screen,
} from './screen'
import { home } from './screens/home/later'

const declared = import.meta.glob<Screen>('./screens/**/screen.ts', {
  eager: true,
  import: 'screen',
})

const isPart = (value: unknown): value is LaterScreen =>
  typeof value === 'object' && value !== null && 'load' in value

/** The screen of a folder, each of its parts together with what the screen says. */
function together(folder: string, screen: Screen): Screen {
  const parts = Object.entries(screen).map(([name, value]) => {
    if (!isPart(value)) return [name, value]
    return [
      name,
      later(async () => (await Promise.all([value.load(), loadScreenWords(folder)]))[0]),
    ]
  })
  return Object.fromEntries(parts)
}

/** Router path below /index, to the screen that it shows. */
export const SCREENS: Readonly<Record<string, Screen>> = Object.fromEntries(
  Object.entries(declared).map(([file, screen]) => {
    const path = file.slice('./screens/'.length, -'/screen.ts'.length)
    return [path, together(path, screen)]
  }),
)

/** What stands at /index itself. It says what the audit calls things, too. */
export const HOME: LaterScreen = later(async () => {
  const words = ['home', 'setting/audit'].map(loadScreenWords)
  const [page] = await Promise.all([home.load(), ...words])
  return page
})

/** Whether an address is that of the home. */
export const isHome = (pathname: string): boolean => /^\/index\/?$/.test(pathname)

const PATHS = new Map(Object.entries(SCREENS).map(([path, { noun }]) => [noun, path]))

/** The screen over a resource, where there is one. */
export function screenOf(noun: string): ResourceScreen | undefined {
  const screen = SCREENS[PATHS.get(noun) ?? '']
  return screen && isResource(screen) ? screen : undefined
}

/** The router path of the screen about a noun, where there is one. */
export const pathOf = (noun: string): string | undefined => PATHS.get(noun)

/**
 * The documented address of what react-admin calls by its noun: `/index/users/17` is shown at
 * `/index/systemManger/user/17`. Any other address is answered as it is.
 */
export function documented(address: string): string {
  const [, noun = '', rest = ''] = /^\/index\/([^/?#]+)(.*)$/.exec(address) ?? []
  const path = PATHS.get(noun)
  return path ? `/index/${path}${rest}` : address
}

/**
 * Loads the screen of an address before it is drawn, so that it comes together with what else is
 * missing. Whether there is one is found out where it is shown.
 */
export async function loadScreen(pathname: string): Promise<void> {
  if (isHome(pathname)) await HOME.load()
  const path = pathOfAddress(pathname)
  const screen = path && SCREENS[path]
  if (!path || !screen) return
  const { list, create, edit, page, show } = screen as Partial<ResourceScreen & PageScreen>
  const below = pathname.slice(`/index/${path}/`.length)
  const ofRecord = below.endsWith('/show') ? show : below ? edit : undefined
  const form = below === 'create' ? create : ofRecord
  await (form ?? list ?? page)?.load()
}

/** The router path of a menu item's address, or nothing where the console has no such screen. */
export function pathOfMenuUrl(url: string | null | undefined): string | undefined {
  const path = (url ?? '')
    .replace(/^\/+/, '')
    .replace(/^index\//, '')
    .replace(/\/+$/, '')
  return Object.hasOwn(SCREENS, path) ? path : undefined
}

/** Router paths as they are compared: like the router, without regard to upper and lower case. */
const CASELESS = Object.keys(SCREENS).map((path) => [path.toLowerCase(), path] as const)

/** The router path that an address below /index belongs to. */
export function pathOfAddress(pathname: string): string | undefined {
  const inner = pathname.replace(/^\/index\/?/, '').toLowerCase()
  return CASELESS.find(([path]) => inner === path || inner.startsWith(`${path}/`))?.[1]
}

/** The router path of the resource whose list is at an address; none below a list, where its records are. */
export function listOfAddress(pathname: string): string | undefined {
  const path = pathOfAddress(pathname)
  const screen = SCREENS[path ?? '']
  const inner = pathname.replace(/^\/index\/|\/$/g, '').toLowerCase()
  return screen && isResource(screen) && inner === path?.toLowerCase() ? path : undefined
}

/** What the screen at an address is about. */
export function nounOfAddress(pathname: string): string | undefined {
  return SCREENS[pathOfAddress(pathname) ?? '']?.noun
}
