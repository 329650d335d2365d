import { useAnswer } from '../data/useCall'
import { Failure } from '../feedback/Failure'
import { Waiting } from '../list/Waiting'
import { EventDetails } from './EventDetails'

/** The details of an event, once they are read. */
export function Event({ id }: { id: string }) {
  const { data, error, refetch } = useAnswer('GET /audit-events/{id}', { path: { id } })
  if (error) return <Failure error={error} onRetry={refetch} />
  return data ? <EventDetails event={data} /> : <Waiting />
}
