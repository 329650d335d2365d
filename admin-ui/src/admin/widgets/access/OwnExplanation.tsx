import { useAnswer } from '../data/useCall'
import { Failure } from '../feedback/Failure'
import { Waiting } from '../list/Waiting'
import { Explanation } from './Explanation'

/** Why the reader may not use a menu, and whom to ask. */
export function OwnExplanation({ operation, act }: { operation: string; act: 'view' | 'edit' }) {
  const { data, error, refetch } = useAnswer('GET /access-explanation', {
    query: { operation, act },
  })
  if (error) return <Failure error={error} onRetry={refetch} />
  return data ? <Explanation told={data} /> : <Waiting />
}
