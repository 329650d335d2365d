import type { Schemas } from '../../../../shared/api'

export type Area = Schemas['Area']
