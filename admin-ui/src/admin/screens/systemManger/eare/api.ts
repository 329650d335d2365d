import type { RaRecord } from 'react-admin'

/** A country, province or city. */
export interface Area extends RaRecord {
  id: string
  parentId: string
  level: number
  areaName: string
  areaCode: string
  flag: string
  sort: number
}
