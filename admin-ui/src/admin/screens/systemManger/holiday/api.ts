import { adminFetch } from '../../../../shared/http'

/** The id of the global calendar. */
export const GLOBAL = 'sys'

/** A calendar: days `yyyy-MM-dd` between commas. */
export interface Holidays {
  id: string
  version: number
  lawHolidays: string
  extraWorkdays: string
  /** Years that are worked out from the law, because they are not published yet. */
  provisionalYears?: string[]
}

const of = (tenant: string) => `/api/admin/holidays/${encodeURIComponent(tenant)}`

/** The calendar of a tenant. */
export const readHolidays = async (tenant: string, signal: AbortSignal) =>
  (await adminFetch<Holidays>(of(tenant), { signal })).json

/** Changes the calendar of a tenant. */
export const saveHolidays = (tenant: string, body: Omit<Holidays, 'id' | 'provisionalYears'>) =>
  adminFetch(of(tenant), { method: 'PUT', body: JSON.stringify(body) })

/** The days of a list. */
export const daysOf = (list: string | null | undefined) => (list ?? '').split(',').filter(Boolean)
