/** Tables and reference lists: the sizes that the specification gives them. */
import type { RaRecord } from 'react-admin'

/** Page sizes of every table; the first is the default. */
export { PAGE_SIZES } from '../../../shared/constants'

/** Those of the lists that fill a page. */
export const LIST_SIZES = [10, 20, 25, 50, 100]

/** Reference lists are read whole: 10000 rows, as specified (portal, 9). */
export const WHOLE_LIST = {
  pagination: { page: 1, perPage: 10_000 },
  sort: { field: 'id', order: 'ASC' },
} as const

/** The order that administrators gave a reference list; lists without one keep the server's. */
export function inOrder<T extends RaRecord>(rows: readonly T[] | undefined): T[] {
  return [...(rows ?? [])].sort((a, b) => Number(a.sort ?? 0) - Number(b.sort ?? 0))
}
