/**
 * The console's one route table: router path, resource noun of the admin REST interface, screen.
 *
 * Paths are the ones of the router table, spelling kept. Everything that needs to know what the
 * console can show reads it here: the router, the data provider, the side menu, the page title.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type LazyScreen = LazyExoticComponent<ComponentType>

/**
 * A screen over a REST resource. `writable` are the fields that a save may carry, `name` the one
 * that a record is called by. What only the server writes has a list and no forms.
 */
export interface ResourceScreen {
  noun: string
  name: string
  /** Without it a save carries the whole form. */
  writable?: readonly string[]
  list: LazyScreen
  create?: LazyScreen
  edit?: LazyScreen
}

/** A screen of its own that is not a list of records. */
export interface PageScreen {
  page: LazyScreen
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
    list: lazy(async () => ({
      default: (await import('./screens/systemManger/tenant/list')).TenantList,
    })),
    create: lazy(async () => ({ default: (await tenantForm()).TenantCreate })),
    edit: lazy(async () => ({ default: (await tenantForm()).TenantEdit })),
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
    list: lazy(async () => ({
      default: (await import('./screens/systemManger/user/list')).UserList,
    })),
    create: lazy(async () => ({ default: (await userForm()).UserCreate })),
    edit: lazy(async () => ({ default: (await userForm()).UserEdit })),
  },
  'systemManger/dictionary': {
    title: 'cardea.screen.dictionary',
    page: lazy(async () => ({ default: (await dictionary()).Dictionary })),
  },
  'systemManger/eare': {
    title: 'cardea.screen.eare',
    page: lazy(async () => ({ default: (await eare()).Regions })),
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
    list: lazy(async () => ({
      default: (await import('./screens/systemManger/site/list')).SiteList,
    })),
    create: lazy(async () => ({ default: (await siteForm()).SiteCreate })),
    edit: lazy(async () => ({ default: (await siteForm()).SiteEdit })),
  },
  'tenantManager/tenantSite': {
    title: 'cardea.screen.tenantSite',
    noun: 'tenant-sites',
    name: 'nickName',
    list: lazy(async () => ({
      default: (await import('./screens/tenantManager/tenantSite/list')).TenantSiteList,
    })),
  },
  'systemManger/holiday': {
    title: 'cardea.screen.holiday',
    noun: 'holidays',
    name: 'tenantName',
    writable: [],
    list: lazy(async () => ({
      default: (await import('./screens/systemManger/holiday/list')).HolidayList,
    })),
  },
  'tenantManager/syslist': {
    title: 'cardea.screen.syslist',
    noun: 'tenant-software',
    name: 'softwareName',
    writable: [],
    list: lazy(async () => ({
      default: (await import('./screens/tenantManager/syslist/list')).SysList,
    })),
  },
  'tenantManager/tenantPin': {
    title: 'cardea.screen.tenantPin',
    page: lazy(async () => ({
      default: (await import('./screens/tenantManager/tenantPin')).TenantPin,
    })),
  },
  'tenantManager/tenantUser': {
    title: 'cardea.screen.tenantUser',
    noun: 'tenant-users',
    name: 'fullName',
    writable: [],
    list: lazy(async () => ({
      default: (await import('./screens/tenantManager/tenantUser/list')).TenantUserList,
    })),
  },
  'software/client': {
    title: 'cardea.screen.client',
    noun: 'clients',
    name: 'client_name',
    list: lazy(async () => ({
      default: (await import('./screens/software/client/list')).ClientList,
    })),
    create: lazy(async () => ({ default: (await clientForm()).ClientCreate })),
    edit: lazy(async () => ({ default: (await clientForm()).ClientEdit })),
  },
  'software/logoutNotice': {
    title: 'cardea.screen.logoutNotice',
    noun: 'logout-deliveries',
    name: 'clientName',
    writable: [],
    list: lazy(async () => ({ default: (await logoutNotice()).LogoutNoticeList })),
  },
  'software/signingKey': {
    title: 'cardea.screen.signingKey',
    noun: 'signing-keys',
    name: 'id',
    writable: [],
    list: lazy(async () => ({ default: (await signingKey()).SigningKeyList })),
  },
  'setting/role': {
    title: 'cardea.screen.role',
    noun: 'roles',
    name: 'name',
    writable: ['mfaRequired'],
    list: lazy(async () => ({
      default: (await import('./screens/setting/role/list')).RoleList,
    })),
    edit: lazy(async () => ({ default: (await roleForm()).RoleEdit })),
  },
  'projectManager/userAllowed': {
    title: 'cardea.screen.userAllowed',
    page: lazy(async () => ({ default: (await userAllowed()).UserAllowed })),
  },
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
