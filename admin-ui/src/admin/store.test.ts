import { afterEach, beforeEach, expect, it } from 'vitest'
import { createStore } from './store'

const signIn = (session: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server's answer does
  document.cookie = `cardea_marker=${session}; path=/`
}

const forget = () => {
  localStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: as the server's answer does
  document.cookie = 'cardea_marker=; path=/; max-age=0'
}

beforeEach(forget)
afterEach(forget)

it('forgets filters, selections and tenants at the next sign-in, and not before', () => {
  signIn('first')
  const store = createStore()
  store.setup()
  store.setItem('users.selectedIds', ['u1'])
  store.setItem('users.listParams', { filter: { q: 'wang' } })
  store.setItem('menu.collapsed', true)
  store.setItem('users.datatable', ['phone'])

  const reloaded = createStore()
  reloaded.setup()
  expect(reloaded.getItem('users.selectedIds')).toEqual(['u1'])

  signIn('second')
  const another = createStore()
  another.setup()
  expect(another.getItem('users.selectedIds')).toBeUndefined()
  expect(another.getItem('users.listParams')).toBeUndefined()
  expect(another.getItem('menu.collapsed')).toBe(true)
  expect(another.getItem('users.datatable')).toEqual(['phone'])
})
