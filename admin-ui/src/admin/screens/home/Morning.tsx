import type { Schemas } from '../../../shared/api'
import { ConsoleLink } from '../../router'
import { useText } from '../../widgets/data/useText'
import { EventDialog } from '../../widgets/history/EventDialog'
import { useWhat } from '../../widgets/history/useWhat'
import { Badge } from '../../widgets/list/Badge'
import { DialogButton } from '../../widgets/list/DialogButton'
import { TimeText } from '../../widgets/list/TimeText'
import { Card, Figure } from './Card'
import { Chart } from './Chart'
import styles from './home.module.css'
import { listOf } from './links'

type Home = Schemas['Home']
type Part<K extends keyof Home> = NonNullable<Home[K]>

const AUDIT = 'setting/audit'

/** What an administrator looks for in the morning. A part that is not there is not the reader's to see. */
export function Morning({ home }: { home: Home }) {
  return (
    <div className={styles.grid}>
      {home.people && <People {...home.people} />}
      {home.licences && <Licences licences={home.licences} />}
      {home.invitations && <Invitations {...home.invitations} />}
      {home.deliveries && <Deliveries {...home.deliveries} />}
      {home.plugins && <Plugins {...home.plugins} />}
      {home.changes && <Changes changes={home.changes} />}
    </div>
  )
}

function People({ menu, added, days }: Part<'people'>) {
  const text = useText('home')
  const list = listOf(menu)
  const signIns = days.reduce((sum, day) => sum + day.signIns, 0)
  return (
    <Card title={text('people')} to={list}>
      <div className={styles.figures}>
        <Figure name={text('sign_ins')} value={signIns} />
        <Figure name={text('signed_in_today')} value={days.at(-1)?.people ?? 0} />
        <Figure name={text('added')} value={added} to={list} alarming={false} />
      </div>
      <Chart days={days} />
    </Card>
  )
}

function Licences({ licences }: { licences: Part<'licences'> }) {
  const text = useText('home')
  const menu = 'software/tenantsoft'
  const danger = (concern: string) => (concern === 'ending' ? 'warning' : 'danger')
  return (
    <Card title={text('licences')} to={listOf(menu)}>
      {licences.length === 0 && <p className={styles.calm}>{text('licences_none')}</p>}
      <ul className={styles.rows}>
        {licences.map(({ id, concern, tenantId, tenantName, softwareName, endTime, most }) => (
          <li key={`${id} ${concern}`}>
            <ConsoleLink to={listOf(menu, { tenantId }) ?? ''}>
              {tenantName} · {softwareName}
            </ConsoleLink>
            <Badge tone={danger(concern)}>{text(concern, { day: endTime, most })}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Invitations({ waiting, tenantId }: Part<'invitations'>) {
  const text = useText('home')
  const to = listOf('tenantManager/tenantUser', tenantId ? { tenantId } : undefined)
  return (
    <Card title={text('invitations')} to={to}>
      <div className={styles.figures}>
        <Figure name={text('invitations')} value={waiting} to={to} alarming={false} />
      </div>
    </Card>
  )
}

function Deliveries({ messages, logoutNotices }: Part<'deliveries'>) {
  const text = useText('home')
  const failed = { state: 'failed' }
  return (
    <Card title={text('deliveries')}>
      <div className={styles.figures}>
        {typeof messages === 'number' && (
          <Figure
            name={text('messages')}
            value={messages}
            to={listOf('base/email', failed)}
            alarming
          />
        )}
        {typeof logoutNotices === 'number' && (
          <Figure
            name={text('notices')}
            value={logoutNotices}
            to={listOf('software/logoutNotice', failed)}
            alarming
          />
        )}
      </div>
    </Card>
  )
}

function Plugins({ troubled, refused }: Part<'plugins'>) {
  const text = useText('home')
  return (
    <Card title={text('plugins')}>
      {troubled.length === 0 && <p className={styles.calm}>{text('plugins_none')}</p>}
      <ul className={styles.rows}>
        {troubled.map(({ webCode, softwareName, trouble }) => (
          <li key={webCode}>
            <ConsoleLink to={listOf('software/softwareManger') ?? ''}>{softwareName}</ConsoleLink>
            <Badge tone="danger">{text(trouble)}</Badge>
          </li>
        ))}
      </ul>
      {refused > 0 && (
        <div className={styles.figures}>
          <Figure
            name={text('refused')}
            value={refused}
            to={listOf(AUDIT, { action: 'plugin.refused' })}
            alarming
          />
        </div>
      )}
    </Card>
  )
}

function Changes({ changes }: { changes: Part<'changes'> }) {
  const text = useText('home')
  const what = useWhat()
  return (
    <Card title={text('changes')} to={listOf(AUDIT)} wide>
      {changes.length === 0 && <p className={styles.calm}>{text('changes_none')}</p>}
      <ul className={styles.changes}>
        {changes.map(({ id, at, actorName, action, recordName }) => (
          <li key={id}>
            <TimeText at={at} />
            <span>{actorName}</span>
            <DialogButton looking dialog={(onClose) => <EventDialog id={id} onClose={onClose} />}>
              {what(action)}
            </DialogButton>
            <span>{recordName}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
