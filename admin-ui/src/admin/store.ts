/** What the console remembers in a browser, and for how long. */
import { localStorageStore, type Store } from 'react-admin'
import { marker } from '../shared/session'
import { STORE } from './listAhead'

const VERSION = '1'
/** What is about the browser, not about who works in it. */
const OF_THE_BROWSER = ['menu.collapsed', 'menu.opened']
/** Under which a list's hidden columns are kept. */
const COLUMNS = '.datatable'

/**
 * react-admin's store, emptied at each sign-in: filters and selections say whom somebody looked for, and whoever
 * signs in next is not to see it.
 */
export function createStore(): Store {
  const store = localStorageStore(VERSION, STORE)
  return {
    ...store,
    setup() {
      store.setup()
      const now = marker()
      if (store.getItem('marker') === now) return
      const columns = Object.keys(store.listItems?.() ?? {}).filter((key) => key.endsWith(COLUMNS))
      const keys = [...OF_THE_BROWSER, ...columns]
      const kept = keys.map((key) => [key, store.getItem<unknown>(key)] as const)
      store.reset()
      for (const [key, value] of kept) if (value !== undefined) store.setItem(key, value)
      store.setItem('marker', now)
    },
  }
}
