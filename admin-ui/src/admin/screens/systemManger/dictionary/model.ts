import type { Schemas } from '../../../../shared/api'

export type Category = Schemas['CategoryRecord']
export type Item = Schemas['Item']
