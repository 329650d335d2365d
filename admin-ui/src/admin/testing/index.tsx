/** What the console's tests share: the whole console at an address, and a watch on the console log. */
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { AdminContext, memoryStore } from 'react-admin'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { CallError } from '../../shared/http'
import { setLocale } from '../../shared/i18n'
import { present } from '../../shared/presence'
import { disown } from '../../shared/session'
import { dismissToast, onToast } from '../../shared/shell/toasts'
import { Console } from '../App'
import { dataProvider } from '../dataProvider'
import { createI18nProvider, loadMessages } from '../i18nProvider'
import { startServer } from './server'

export * from './server'

// Tests speak both languages, and do not wait for either.
await Promise.all([loadMessages('zh'), loadMessages('en')])

// Screens load when they are opened; a test's patience is not for reading modules from the disk.
import.meta.glob(['../screens/**/*.tsx', '../widgets/**/*.tsx', '!**/*.test.tsx'], { eager: true })

configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })

/** In development react-admin prints every call that is refused, as tests expect it, or given up. */
const isRefusal = ([first]: unknown[]) =>
  first instanceof CallError
    ? first.status > 0
    : (first as { name?: unknown } | undefined)?.name === 'AbortError'

/** Fails a test that leaves an error or a warning on the browser's console. */
export function watchConsole() {
  const said: unknown[][] = []
  beforeEach(() => {
    said.length = 0
    for (const level of ['error', 'warn'] as const) {
      vi.spyOn(console, level).mockImplementation((...words) => {
        if (!isRefusal(words)) said.push(words)
      })
    }
  })
  afterEach(() => {
    cleanup()
    expect(said).toEqual([])
  })
}

/** A signed-in browser that remembers nothing else. */
export function freshBrowser() {
  beforeEach(() => {
    localStorage.clear()
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
    document.cookie = 'cardea_marker=m1; path=/'
    setLocale('en')
    disown()
    present(60_000)
  })
}

/** What every test of a screen stands on: a watched log, a signed-in browser, and a server. */
export function startConsole() {
  watchConsole()
  freshBrowser()
  return startServer()
}

/** Answers what was last said by a message of the shell, once; null where nothing was said since. */
export function watchToasts() {
  let said: string | null = null
  let stop = () => {}
  beforeEach(() => {
    dismissToast()
    stop = onToast((toast) => {
      said = toast?.text ?? null
    })
  })
  afterEach(() => stop())
  return () => {
    const last = said
    dismissToast()
    return last
  }
}

/** The names under which the tests of a file save what they download. */
export function watchDownloads() {
  const saved: string[] = []
  beforeEach(() => {
    saved.length = 0
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL() {} }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download)
    })
  })
  return saved
}

/** Opens the console at an address below /index. */
export function openConsole(address: string) {
  const router = createMemoryRouter([{ path: '/index/*', element: <Console /> }], {
    initialEntries: [address],
  })
  const user = userEvent.setup({ delay: null })
  return { user, router, ...render(<RouterProvider router={router} />) }
}

/** Draws a part of the console by itself, with its language, notices and queries around it. */
export function renderInConsole(part: ReactElement) {
  const user = userEvent.setup({ delay: null })
  const view = render(
    <AdminContext
      dataProvider={dataProvider}
      i18nProvider={createI18nProvider()}
      store={memoryStore()}
    >
      {part}
    </AdminContext>,
  )
  return { user, ...view }
}

/** What the dialog that is opening has in it. */
export const findDialog = async (name?: string) =>
  within(await screen.findByRole('dialog', name === undefined ? {} : { name }))

/** Does something with the whole list, out of its menu. */
export async function chooseMore(user: UserEvent, name: string) {
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

/** Does something with a row, out of its menu. */
export async function chooseOf(user: UserEvent, row: string, name: string) {
  await user.click(await screen.findByRole('button', { name: `Actions: ${row}` }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

/** What the heads of the columns say. */
export const columns = () =>
  screen.getAllByRole('columnheader').map((cell) => cell.textContent?.trim())

/** What the cells of a table say, row by row, without its head. */
export const rows = (inside: Pick<typeof screen, 'getAllByRole'> = screen) =>
  inside
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )
