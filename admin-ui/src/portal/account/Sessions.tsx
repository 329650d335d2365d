import { useState } from 'react'
import { moment } from '../../shared/format'
import { request } from '../../shared/http'
import { Button, toast } from '../../shared/shell'
import css from './account.module.css'
import { Layout, Pending, useLoaded } from './Layout'
import { Question } from './Question'
import { t as say } from './texts'

/** An entry of `GET /api/account/sessions`. */
interface Session {
  id: string
  address: string | null
  browser: string | null
  system: string | null
  amr: string[]
  beganAt: string
  seenAt: string
  current: boolean
}

/** What a session runs on, in words. */
function device({ browser, system }: Session): string {
  if (browser && system) return say('on', { browser, system })
  return browser ?? system ?? say('unknownBrowser')
}

/** /account/sessions: where the person is signed in, and the way to end it. */
export default function Sessions() {
  const { value, problem, again } = useLoaded(() =>
    request<Session[]>('/api/account/sessions', { quiet: true }),
  )
  const [ending, setEnding] = useState<Session | 'others' | null>(null)
  const others = value?.some(({ current }) => !current) ?? false
  const close = () => setEnding(null)

  const endOne = async ({ id }: Session) => {
    await request('/api/account/sessions/revoke', { method: 'POST', json: { id }, quiet: true })
    toast(say('ended'))
    again()
  }
  const endOthers = async () => {
    const path = '/api/account/sessions/revokeOthers'
    const { ended } = await request<{ ended: number }>(path, {
      method: 'POST',
      json: {},
      quiet: true,
    })
    toast(say('endedOthers', { count: ended }))
    again()
  }
  return (
    <Layout
      title={say('page.sessions')}
      text={say('sessionsText')}
      action={others && <Button onClick={() => setEnding('others')}>{say('endOthers')}</Button>}
    >
      {!value && <Pending problem={problem} onRetry={again} />}
      {value && (
        <div className={css.card}>
          <ul className={css.list}>
            {value.map((session) => (
              <Entry key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
          {!others && <p className={css.soft}>{say('onlyThisText')}</p>}
        </div>
      )}
      {ending === 'others' && (
        <Question title={say('endOthers')} yes={say('end')} act={endOthers} onClose={close}>
          <p>{say('endOthersAsk')}</p>
        </Question>
      )}
      {ending && ending !== 'others' && (
        <Question title={say('end')} yes={say('end')} act={() => endOne(ending)} onClose={close}>
          <p>
            {device(ending)}
            <br />
            {say('endAsk')}
          </p>
        </Question>
      )}
    </Layout>
  )
}

function Entry({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const time = moment(session.beganAt)
  return (
    <li className={css.row}>
      <div>
        <p className={css.name}>
          {device(session)}
          {session.current && <span className={css.tag}>{say('current')}</span>}
        </p>
        <p className={css.small}>
          {session.address && (
            <>
              {say('address', { address: session.address })}
              <br />
            </>
          )}
          {say('began', { time })}
          <br />
          {say('seen', { time: moment(session.seenAt) })}
        </p>
      </div>
      {!session.current && (
        <Button onClick={onEnd} label={say('endNamed', { device: device(session), time })}>
          {say('end')}
        </Button>
      )}
    </li>
  )
}
