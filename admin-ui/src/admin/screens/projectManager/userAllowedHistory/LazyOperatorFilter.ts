import { lazyPart } from '../../../widgets/lazyPart'

/** The filter by operator, whose search comes after the list. */
export const OperatorFilter = lazyPart(
  async () => (await import('./OperatorFilter')).OperatorFilter,
)
