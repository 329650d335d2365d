/** What the command palette offers: pages, records that the server finds, and actions. */
import { useQueries } from '@tanstack/react-query'
import { type RaRecord, useDataProvider, useGetResourceLabel, useTranslate } from 'react-admin'
import { setLocale, useLocale } from '../../shared/i18n'
import type { UserInfo } from '../../shared/session'
import { setTheme, useTheme } from '../../shared/theme'
import { mayEdit, sectionsOf } from '../layout/menu'
import { SCREENS } from '../routes'
import { isResource, type ResourceScreen } from '../screen'

/** One line of the palette. `to` is an address of the console. */
export interface Entry {
  key: string
  group: string
  label: string
  /** What tells it from others of its name. */
  hint?: string
  /** What it is found by, beside its label. */
  words?: string
  to?: string
  act?(): void
}

const ROWS = 5

interface Reader {
  user: UserInfo
  onSignOut(): void
}

/** The screens over resources that the reader's menu has, with what it calls their group. */
function screensOf({ menuList }: UserInfo) {
  return sectionsOf(menuList).flatMap((section) =>
    section.entries.map((entry) => ({ ...entry, section: section.name })),
  )
}

/** Pages and actions; which of them fit what is typed, the palette finds out itself. */
export function useFixedEntries({ user, onSignOut }: Reader): Entry[] {
  const translate = useTranslate()
  const label = useGetResourceLabel()
  const locale = useLocale()
  const theme = useTheme()
  const screens = screensOf(user)
  const pages = screens.map(
    ({ path, name, section }): Entry => ({
      key: path,
      group: translate('cardea.palette.pages'),
      label: name,
      hint: section,
      to: `/index/${path}`,
    }),
  )
  const group = translate('cardea.palette.actions')
  const makes = screens.flatMap(({ path }): Entry[] => {
    const screen = SCREENS[path]
    if (!screen || !isResource(screen) || !screen.create) return []
    if (!mayEdit(user.menuList, path)) return []
    const name = translate('ra.page.create', { name: label(screen.noun, 1) })
    return [{ key: `create ${path}`, group, label: name, to: `/index/${path}/create` }]
  })
  const [other, dark] = [locale === 'zh' ? 'en' : 'zh', theme === 'dark'] as const
  const own = (key: string, act: () => void): Entry => ({
    key,
    group,
    label: translate(`cardea.palette.${key}`),
    act,
  })
  return [
    ...pages,
    ...makes,
    own(`language_${other}`, () => setLocale(other)),
    own(dark ? 'light' : 'dark', () => setTheme(dark ? 'light' : 'dark')),
    own('sign_out', onSignOut),
  ]
}

/** Records of the resources whose screens let them be searched, and whether the server still looks. */
export function useFound({ user }: Pick<Reader, 'user'>, q: string) {
  const translate = useTranslate()
  const dataProvider = useDataProvider()
  const searched = screensOf(user).flatMap(({ path }) => {
    const screen = SCREENS[path]
    return screen && isResource(screen) && screen.searched ? [{ path, screen }] : []
  })
  const answers = useQueries({
    queries: searched.map(({ screen: { noun, name } }) => ({
      queryKey: [noun, 'palette', q],
      queryFn: () =>
        dataProvider.getList(noun, {
          filter: { q },
          pagination: { page: 1, perPage: ROWS },
          sort: { field: name, order: 'ASC' },
        }),
      enabled: q !== '',
      retry: false,
    })),
  })
  const found = answers.flatMap(({ data }, at) => {
    const { path, screen } = searched[at] ?? {}
    if (!data || !path || !screen) return []
    const group = translate(`resources.${screen.noun}.title`)
    const editable = screen.edit !== undefined && mayEdit(user.menuList, path)
    return data.data.map((record) => entryOf(record, { path, screen, group, editable }))
  })
  return { found, isLooking: answers.some(({ isFetching }) => isFetching) }
}

interface Where {
  path: string
  screen: ResourceScreen
  group: string
  editable: boolean
}

function entryOf(record: RaRecord, { path, screen, group, editable }: Where): Entry {
  const label = String(record[screen.name] ?? record.id)
  const hint = screen.searched && record[screen.searched]
  const form = `${path}/${encodeURIComponent(record.id)}`
  // Where there is no page to read it, who may only look is led to the list, where the record is.
  const list = `${path}?filter=${encodeURIComponent(JSON.stringify({ q: label }))}`
  const to = screen.show ? `${form}/show` : editable ? form : list
  const key = `${path} ${record.id}`
  return { key, group, label, to: `/index/${to}`, ...(hint ? { hint: String(hint) } : {}) }
}
