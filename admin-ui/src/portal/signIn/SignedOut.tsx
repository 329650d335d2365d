import { useEffect, useState } from 'react'
import { request } from '../../shared/http'
import { Icon } from '../../shared/shell'
import { signedOutTicket } from '../../shared/signedOutTicket'
import css from './frame.module.css'
import { t } from './signedOutTexts'

/** A system of the session that ended, and what became of it. */
interface SignedOutSystem {
  clientId: string
  name: string
  state: 'ended' | 'ending' | 'told' | 'open'
}

/** How often a system that has not confirmed yet is asked after. */
const TRIES = 20

interface SignedOutProps {
  /** Milliseconds between two questions. */
  pause?: number
}

/** Says what became of the systems of the session that was just signed out of, where the page before left its ticket. */
export default function SignedOut({ pause = 1000 }: SignedOutProps) {
  const [ticket] = useState(signedOutTicket.read)
  useEffect(signedOutTicket.clear, [])
  return ticket && <Systems {...{ ticket, pause }} />
}

function Systems({ ticket, pause }: { ticket: string; pause: number }) {
  const { systems, waits } = useSystems(ticket, pause)
  if (systems.length === 0) return null
  return (
    <section className={css.systems} aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <ul aria-live="polite">
        {systems.map(({ clientId, name, state }) => (
          <li key={clientId} data-state={state}>
            <Icon name={state === 'ended' ? 'check' : 'exit'} size={18} />
            <strong>{name}</strong>
            <span>{t(state === 'ending' && !waits ? 'slow' : state)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useSystems(ticket: string, pause: number) {
  const [systems, setSystems] = useState<readonly SignedOutSystem[]>([])
  const [tries, setTries] = useState(0)
  const waits = tries < TRIES
  const settled = tries > 0 && systems.every(({ state }) => state !== 'ending')
  useEffect(() => {
    if (settled || !waits) return
    const gone = new AbortController()
    const ask = () =>
      request<SignedOutSystem[]>('/api/account/signed-out', {
        method: 'POST',
        json: { ticket },
        quiet: true,
        anonymous: true,
        signal: gone.signal,
      }).then(
        (now) => {
          setSystems(now)
          setTries(tries + 1)
        },
        // An old ticket: there is nothing to say any more.
        () => !gone.signal.aborted && setTries(TRIES),
      )
    const timer = setTimeout(ask, tries === 0 ? 0 : pause)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [ticket, pause, tries, settled, waits])
  return { systems, waits }
}
