/** A server for tests: the HTTP contract answered from plain data. */
import { HttpResponse, http, type JsonBodyType, type RequestHandler } from 'msw'
import { type SetupServer, setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { SCREENS } from '../routes'

/** A documented call's successful answer. */
export const envelope = (data: JsonBodyType) =>
  HttpResponse.json({ code: '200', message: 'ok', data, success: true, isOk: true })

/** An admin REST refusal. */
export const refusal = (status: number, body: Record<string, unknown>) =>
  HttpResponse.json({ code: String(status), requestId: 'req-1', ...body }, { status })

/** A list answer with its total. */
export const listing = (rows: JsonBodyType[], total = rows.length) =>
  HttpResponse.json(rows, { headers: { 'X-Total-Count': String(total) } })

/** The JSON filter of a list request. */
export const filterOf = (request: Request): Record<string, unknown> =>
  JSON.parse(new URL(request.url).searchParams.get('filter') ?? '{}')

const item = (id: string, name: string, url: string | null, parentId: string) => ({
  id,
  name,
  url,
  icon: null,
  parentId,
})

export const USER = {
  id: 'u0',
  userName: 'admin',
  fullName: 'Ada Admin',
  email: 'ada@example.org',
  phone: '13800138000',
  remark: null,
  language: 'zh',
  tenantId: null,
  tenantName: null,
  menuList: [
    {
      ...item('1', 'System', null, '0'),
      list: [
        item('11', 'Tenants', 'systemManger/tenant', '1'),
        item('12', 'Users', '/index/systemManger/user', '1'),
        item('13', 'Dictionaries', 'systemManger/dictionary', '1'),
      ],
    },
    {
      ...item('2', 'Studies', null, '0'),
      list: [item('21', 'Authorisation', 'projectManager/userAllowed', '2')],
    },
    // The console has no screen for it.
    { ...item('3', 'Logs', null, '0'), list: [item('31', 'Letters', 'base/letter', '3')] },
  ],
}

export const TENANTS = [
  {
    id: 't1',
    version: 4,
    tenantName: 'Northwind',
    tenantCode: 'N',
    abbr: 'NW',
    categoryId: 'c1',
    categoryDesc: 'Sponsor',
    contact: 'Wang',
    tel: '0211234',
    email: 'w@example.org',
    address: 'Shanghai',
    postcode: '200000',
    countryId: null,
    provinceId: null,
    cityId: null,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
  },
  {
    id: 't2',
    version: 1,
    tenantName: 'Contoso',
    abbr: 'CO',
    categoryId: 'c2',
    categoryDesc: 'CRO',
  },
]

const DICTIONARY: Record<string, JsonBodyType[]> = {
  '1': [
    { id: 'c2', dicName: 'CRO', dicCode: '2', sort: 2 },
    { id: 'c1', dicName: 'Sponsor', dicCode: '1', sort: 1 },
  ],
  '3': [{ id: 'k1', dicName: 'Internal', dicCode: '1', sort: 1 }],
}

const region = (id: string, parentId: string, areaName: string) => ({ id, parentId, areaName })

/** Countries, a province and a city. */
export const REGIONS = [
  region('CN', '0', 'China'),
  region('DE', '0', 'Germany'),
  region('CN-GD', 'CN', 'Guangdong'),
  region('CN-440300', 'CN-GD', 'Shenzhen'),
]

const role = (id: string, roleType: string, name: string) => {
  return { id, name, nameEn: name, desc: name, roleType, superAdmin: '1', status: '0' }
}
const ROLES = [
  role('r1', '1', 'Operator'),
  role('r3', '1', 'Auditor'),
  { ...role('r4', '1', 'Former operator'), status: '1' },
  role('r2', '2', 'Monitor'),
  { ...role('r5', '2', 'Former monitor'), status: '1' },
]

const RULES = {
  profile: 'mlps3',
  minLength: 8,
  maxLength: 16,
  composed: true,
  history: 5,
  message: '8 to 16 letters and digits, with upper case, lower case and a digit',
}

/** The rules of the profile that wants length alone. */
export const NIST = {
  ...RULES,
  profile: 'nist',
  minLength: 15,
  maxLength: 128,
  composed: false,
  message: '15 to 128 characters of any kind',
}

/** A home on which there is nothing to see. */
export const HOME = {
  firstSteps: { tenantId: null, dismissed: false, steps: [] as JsonBodyType[] },
  people: null,
  licences: null,
  invitations: null,
  deliveries: null,
  plugins: null,
  changes: null,
}

/** The menus of who may see every screen: the user's, and those that lead to the others. */
export function everyMenu() {
  const own = USER.menuList.flatMap(({ list }) => list.map(({ url }) => url))
  const others = Object.keys(SCREENS).filter((path) => !own.some((url) => url?.endsWith(path)))
  const list = others.map((path) => item(path, `Menu ${path}`, path, '4'))
  return [...USER.menuList, { ...item('4', 'Others', null, '0'), list }]
}

const handlers: RequestHandler[] = [
  http.get('/api/sys/passwordRules', () => envelope(RULES)),
  http.get('/api/sys/user/info', () => envelope({ ...USER, menuList: everyMenu() })),
  http.get('/api/sys/branding', () =>
    envelope({
      title: 'Cardea',
      systemName: 'Cardea',
      systemAbbr: 'Cardea',
      logo: null,
      accent: null,
      copyright: '',
      filing: null,
    }),
  ),
  http.get('/api/base/language/type', () =>
    envelope([
      { language: 'zh', desc: '中文', icon: 'zh' },
      { language: 'en', desc: 'English', icon: 'en' },
    ]),
  ),
  http.get('/api/admin/home', () => HttpResponse.json(HOME)),
  http.get('/api/admin/home/first-steps', () => HttpResponse.json(HOME.firstSteps)),
  http.get('/api/admin/languages', () =>
    HttpResponse.json([
      { language: 'zh', desc: '中文' },
      { language: 'en', desc: 'English' },
    ]),
  ),
  http.get('/api/admin/tenants', ({ request }) => {
    const { id, q } = filterOf(request)
    if (Array.isArray(id)) return listing(TENANTS.filter((tenant) => id.includes(tenant.id)))
    return listing(TENANTS.filter((tenant) => !q || tenant.tenantName.includes(String(q))))
  }),
  http.get('/api/admin/tenants/t1', () => HttpResponse.json(TENANTS[0])),
  http.get('/api/admin/dictionary-items', ({ request }) =>
    listing(DICTIONARY[String(filterOf(request).categoryId)] ?? []),
  ),
  http.get('/api/admin/areas', ({ request }) => {
    const { id, parentId, q } = filterOf(request)
    if (Array.isArray(id)) return listing(REGIONS.filter((area) => id.includes(area.id)))
    const begins = (name: string) => name.toLowerCase().startsWith(String(q ?? '').toLowerCase())
    const inside = REGIONS.filter((area) => area.parentId === parentId)
    return listing(inside.filter(({ areaName }) => begins(areaName)))
  }),
  http.get('/api/admin/roles', ({ request }) => {
    const { id, roleType } = filterOf(request)
    if (Array.isArray(id)) return listing(ROLES.filter((role) => id.includes(role.id)))
    return listing(ROLES.filter((role) => role.roleType === roleType))
  }),
]

/** Starts the server for the tests of a file; anything it does not know fails the test. */
export function startServer() {
  const server = setupServer(...handlers)
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())
  return server
}

/** The server of one list: what it was asked for, and rows that a test may change. */
export function serveList<Row extends object>(
  server: SetupServer,
  path: string,
  rows: Row[],
  fits: (row: Row, filter: Record<string, unknown>) => boolean,
) {
  const asked: unknown[] = []
  const state = { rows }
  server.use(
    http.get(path, ({ request }) => {
      const filter = filterOf(request)
      asked.push({ sort: new URL(request.url).searchParams.get('sort'), filter })
      return listing(state.rows.filter((row) => fits(row, filter)) as never[])
    }),
  )
  return { asked, state }
}

/** A record that somebody else has saved in the meantime: as it is now. Answers what is sent to save it. */
export function savedMeanwhile(
  server: SetupServer,
  path: string,
  theirs: { version: number } & Record<string, JsonBodyType>,
  act = path,
) {
  const sent: Record<string, unknown>[] = []
  server.use(
    http.get(path, () => HttpResponse.json(theirs)),
    http.put(act, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      sent.push(body)
      return body.version === theirs.version
        ? HttpResponse.json({ ...theirs, version: theirs.version + 1 })
        : refusal(409, { code: 'conflict', message: 'Changed' })
    }),
  )
  return sent
}

/** Takes what is sent to `path`, and answers `record`; the first time `refused` instead, where there is one. */
export function taking(
  server: SetupServer,
  method: 'post' | 'put',
  path: string,
  record: JsonBodyType,
  refused?: HttpResponse<JsonBodyType>,
) {
  const sent: unknown[] = []
  server.use(
    http[method](path, async ({ request }) => {
      sent.push(await request.json())
      return sent.length === 1 && refused ? refused : HttpResponse.json(record)
    }),
  )
  return sent
}
