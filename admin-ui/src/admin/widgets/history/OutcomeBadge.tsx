import type { Schemas } from '../../../shared/api'
import { useText } from '../data/useText'
import { Badge } from '../list/Badge'

/** That it was refused or failed; what was done is said without a badge. */
export function OutcomeBadge({ event }: { event: Schemas['AuditEvent'] }) {
  const text = useText('audit-events')
  if (event.outcome === 'ok') return null
  return (
    <Badge tone={event.outcome === 'failed' ? 'danger' : 'warning'}>{text(event.outcome)}</Badge>
  )
}
