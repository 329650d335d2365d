import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import type { Schemas } from '../../../shared/api'
import { useText } from '../data/useText'
import { CopyText } from '../list/CopyText'
import { TimeText } from '../list/TimeText'
import { changes } from './changes'
import styles from './History.module.css'
import { OutcomeBadge } from './OutcomeBadge'

/** Who did it, when and from where, and what changed. */
export function EventDetails({ event }: { event: Schemas['AuditEvent'] }) {
  const text = useText('audit-events')
  const facts: [string, ReactNode][] = [
    ['at', <TimeText key="at" at={event.at} />],
    ['actorName', event.actorName],
    ['address', event.address],
    ['recordName', event.recordName || event.recordId],
    ['reason', event.reason],
    ['requestId', <CopyText key="requestId" text={event.requestId} />],
    ['seq', event.seq ?? text('unsealed')],
  ]
  return (
    <>
      <OutcomeBadge event={event} />
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([field, value]) => (
            <div key={field}>
              <dt>{text(`fields.${field}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <ChangesTable event={event} />
    </>
  )
}

function ChangesTable({ event }: { event: Schemas['AuditEvent'] }) {
  const text = useText('audit-events')
  const translate = useTranslate()
  const rows = changes(event.before, event.after)
  if (rows.length === 0) return null
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{text('field')}</th>
          <th scope="col">{text('before')}</th>
          <th scope="col">{text('after')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">
              {translate(`resources.${event.resource}.fields.${field}`, { _: field })}
            </th>
            <td>{before || '–'}</td>
            <td>{after || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
