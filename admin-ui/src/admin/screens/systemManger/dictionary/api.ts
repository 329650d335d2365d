import type { RaRecord } from 'react-admin'

/** A category of the dictionaries. */
export interface Category extends RaRecord {
  id: string
  code: string
  desc: string
  isTenant: boolean
  isParent: boolean
  childCode: string
}

/** An item of a category. */
export interface Item extends RaRecord {
  id: string
  categoryId: string
  tenantId: string
  parentId: string
  dicName: string
  dicCode: string
  sort: number
  /** Empty where it can have none below it. */
  childCode: string
}
