/**
 * The console's one route table: router path, resource noun of the admin REST interface, screen.
 *
 * Paths are the ones of the router table, spelling kept. Everything that needs to know what the
 * console can show reads it here: the router, the data provider, the side menu, the page title.
 */
import type { ComponentType } from 'react'

/**
 * How a screen comes, when it is shown or when {@link loadScreen} asks for it before. No part of the
 * console is imported here: what asks before it would wait for it.
 */
export interface LaterScreen {
  load(): Promise<ComponentType>
}

const later = (load: LaterScreen['load']): LaterScreen => ({ load })

/**
 * A screen over a REST resource. `writable` are the fields that a save may carry, `name` the one
 * that a record is called by. What only the server writes has a list and no forms.
 */
export interface ResourceScreen {
  noun: string
  name: string
  /** Without it a save carries the whole form. */
  writable?: readonly string[]
  list: LaterScreen
  create?: LaterScreen
  edit?: LaterScreen
}

/** A screen of its own that is not a list of records. */
export interface PageScreen {
  page: LaterScreen
}

/** `title` is a message key. */
export type Screen = { title: string } & (ResourceScreen | PageScreen)

// Lists and forms apart: who looks for somebody need not wait for what changes them.
const tenantForm = () => import('./screens/systemManger/tenant/form')
const dictionary = () => import('./screens/systemManger/dictionary')
const eare = () => import('./screens/systemManger/eare')
const userForm = () => import('./screens/systemManger/user/form')
const siteForm = () => import('./screens/systemManger/site/form')
const clientForm = () => import('./screens/software/client/form')
const logoutNotice = () => import('./screens/software/logoutNotice')
const signingKey = () => import('./screens/software/signingKey')
const roleForm = () => import('./screens/setting/role/form')
const userAllowed = () => import('./screens/projectManager/userAllowed')

/** Router path below /index, to the screen that it shows. */
export const SCREENS: Record<string, Screen> = {
  'systemManger/tenant': {
    title: 'cardea.screen.tenant',
    noun: 'tenants',
    name: 'tenantName',
    writable: [
      'tenantName',
      'tenantCode',
      'abbr',
      'categoryId',
      'contact',
      'tel',
      'email',
      'address',
      'postcode',
      'countryId',
      'provinceId',
      'cityId',
      'mfaRequired',
    ],
    list: later(async () => (await import('./screens/systemManger/tenant/list')).TenantList),
    create: later(async () => (await tenantForm()).TenantCreate),
    edit: later(async () => (await tenantForm()).TenantEdit),
  },
  'systemManger/user': {
    title: 'cardea.screen.user',
    noun: 'users',
    name: 'fullName',
    writable: [
      'fullName',
      'userName',
      'email',
      'phone',
      'roleId',
      'userType',
      'sex',
      'birthday',
      'countryId',
      'provinceId',
      'cityId',
      'remark',
      'language',
      'password',
      'ucId',
    ],
    list: later(async () => (await import('./screens/systemManger/user/list')).UserList),
    create: later(async () => (await userForm()).UserCreate),
    edit: later(async () => (await userForm()).UserEdit),
  },
  'systemManger/dictionary': {
    title: 'cardea.screen.dictionary',
    page: later(async () => (await dictionary()).Dictionary),
  },
  'systemManger/eare': {
    title: 'cardea.screen.eare',
    page: later(async () => (await eare()).Regions),
  },
  'systemManger/site': {
    title: 'cardea.screen.site',
    noun: 'sites',
    name: 'siteName',
    writable: [
      'siteName',
      'countryId',
      'provinceId',
      'cityId',
      'levelId',
      'typeId',
      'address',
      'remark',
    ],
    list: later(async () => (await import('./screens/systemManger/site/list')).SiteList),
    create: later(async () => (await siteForm()).SiteCreate),
    edit: later(async () => (await siteForm()).SiteEdit),
  },
  'tenantManager/tenantSite': {
    title: 'cardea.screen.tenantSite',
    noun: 'tenant-sites',
    name: 'nickName',
    list: later(
      async () => (await import('./screens/tenantManager/tenantSite/list')).TenantSiteList,
    ),
  },
  'systemManger/holiday': {
    title: 'cardea.screen.holiday',
    noun: 'holidays',
    name: 'tenantName',
    writable: [],
    list: later(async () => (await import('./screens/systemManger/holiday/list')).HolidayList),
  },
  'tenantManager/syslist': {
    title: 'cardea.screen.syslist',
    noun: 'tenant-software',
    name: 'softwareName',
    writable: [],
    list: later(async () => (await import('./screens/tenantManager/syslist/list')).SysList),
  },
  'tenantManager/tenantPin': {
    title: 'cardea.screen.tenantPin',
    page: later(async () => (await import('./screens/tenantManager/tenantPin')).TenantPin),
  },
  'tenantManager/tenantUser': {
    title: 'cardea.screen.tenantUser',
    noun: 'tenant-users',
    name: 'fullName',
    writable: [],
    list: later(
      async () => (await import('./screens/tenantManager/tenantUser/list')).TenantUserList,
    ),
  },
  'software/client': {
    title: 'cardea.screen.client',
    noun: 'clients',
    name: 'client_name',
    list: later(async () => (await import('./screens/software/client/list')).ClientList),
    create: later(async () => (await clientForm()).ClientCreate),
    edit: later(async () => (await clientForm()).ClientEdit),
  },
  'software/logoutNotice': {
    title: 'cardea.screen.logoutNotice',
    noun: 'logout-deliveries',
    name: 'clientName',
    writable: [],
    list: later(async () => (await logoutNotice()).LogoutNoticeList),
  },
  'software/signingKey': {
    title: 'cardea.screen.signingKey',
    noun: 'signing-keys',
    name: 'id',
    writable: [],
    list: later(async () => (await signingKey()).SigningKeyList),
  },
  'setting/role': {
    title: 'cardea.screen.role',
    noun: 'roles',
    name: 'desc',
    writable: ['nameEn', 'mfaRequired'],
    list: later(async () => (await import('./screens/setting/role/list')).RoleList),
    edit: later(async () => (await roleForm()).RoleEdit),
  },
  'projectManager/userAllowed': {
    title: 'cardea.screen.userAllowed',
    page: later(async () => (await userAllowed()).UserAllowed),
  },
}

/**
 * Loads the screen of an address before it is drawn, so that it comes together with what else is
 * missing. Whether there is one is found out where it is shown.
 */
export async function loadScreen(pathname: string): Promise<void> {
  const path = pathOfAddress(pathname)
  const screen = path && SCREENS[path]
  if (!path || !screen) return
  const { list, create, edit, page } = screen as Partial<ResourceScreen & PageScreen>
  const below = pathname.slice(pathname.indexOf(path) + path.length + 1)
  const form = below === 'create' ? create : below ? edit : undefined
  await (form ?? list ?? page)?.load()
}

/** True for a screen over a REST resource. */
export function isResource(screen: Screen): screen is { title: string } & ResourceScreen {
  return 'noun' in screen
}

/** The router path of a menu item's address, or nothing where the console has no such screen. */
export function pathOfMenuUrl(url: string | null | undefined): string | undefined {
  const path = (url ?? '')
    .replace(/^\/+/, '')
    .replace(/^index\//, '')
    .replace(/\/+$/, '')
  return Object.hasOwn(SCREENS, path) ? path : undefined
}

/** The router path that an address below /index belongs to. */
export function pathOfAddress(pathname: string): string | undefined {
  const inner = pathname.replace(/^\/index\/?/, '')
  return Object.keys(SCREENS).find((path) => inner === path || inner.startsWith(`${path}/`))
}
