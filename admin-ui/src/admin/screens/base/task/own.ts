import { useText } from '../../../widgets/data/useText'

/** The group of the platform's own jobs, beside the systems. */
export const OWN = 'cardea'

/** It as a choice. */
export function useOwnGroup() {
  const text = useText('tasks')
  return [{ id: OWN, name: text('own') }]
}
