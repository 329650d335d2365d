import type { Schemas } from '../../../../shared/api'

export type Member = Schemas['Member']
export type Department = Schemas['Department']
