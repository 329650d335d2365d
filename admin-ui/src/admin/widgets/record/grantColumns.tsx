import type { Schemas } from '../../../shared/api'
import { useOwnText } from '../data/useText'
import { Badge } from '../list/Badge'
import { TimeText } from '../list/TimeText'

export type Grant = Schemas['StudyGrant']

type Column = readonly [head: string, cell: (grant: Grant) => React.ReactNode]

/** Texts of a grant, or a dash. */
const listed = (texts: readonly string[]) =>
  texts.length > 0 ? texts.join(', ') : <span data-muted>–</span>

/** What a grant gives, and who gave it when: the columns after those that say whose or of what it is. */
export function useGrantColumns(): Column[] {
  const text = useOwnText('grants')
  return [
    [text('system'), ({ softwareName }) => softwareName],
    [text('sites'), ({ sites }) => listed(sites)],
    [text('roles'), ({ roles }) => listed(roles)],
    [text('environments'), ({ environments }) => listed(environments)],
    [
      text('granted'),
      ({ grantedAt, grantedBy, suspendedAt }) => (
        <>
          <TimeText at={grantedAt} /> <small data-muted>{grantedBy}</small>
          {suspendedAt && (
            <>
              {' '}
              <Badge tone="warning">{text('suspended')}</Badge>
            </>
          )}
        </>
      ),
    ],
  ]
}
