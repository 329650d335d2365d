import { useCallback, useEffect, useRef, useState } from 'react'
import type { Schemas } from '../../shared/api'
import { day } from '../../shared/format'
import { CallError, request } from '../../shared/http'
import { t, useLocale } from '../../shared/i18n'
import { Button, FormAlert, toast } from '../../shared/shell'
import { Question } from '../account/Question'
import css from './offers.module.css'
import { t as say } from './texts'

type Own = Schemas['OwnPreauthorisations']
type Offer = Schemas['OwnPreauthorisation']

/** How often is asked whether what was accepted is set up, and how many times. */
const POLL_MS = 1500
const POLLS = 80

interface OffersProps {
  /** The key of the link that led here; null without one. */
  linkKey: string | null
  /** Something is set up: there are other systems to open. */
  onReady(): void
}

/** What waits for the person to accept it. Nothing is drawn where nothing waits. */
export function Offers({ linkKey, onReady }: OffersProps) {
  const { own, ask, accepted } = useOwn(linkKey, onReady)
  if (!own || (own.list.length === 0 && !own.problem)) return null
  return (
    <section className={css.offers} aria-label={say('offers')}>
      {own.list.length > 0 && <h2>{say('offers')}</h2>}
      <FormAlert text={own.problem ?? ''} />
      <ul>
        {own.list.map((offer) => (
          <OfferCard
            key={offer.id}
            offer={offer}
            linkKey={offer.id === own.keyed ? linkKey : null}
            onAccepted={() => accepted(offer.id)}
            onDeclined={ask}
          />
        ))}
      </ul>
    </section>
  )
}

/** What waits, asked for again while something is being set up. A failure to ask leaves the page as it is. */
function useOwn(linkKey: string | null, onReady: () => void) {
  const locale = useLocale()
  const [own, setOwn] = useState<Own | null>(null)
  const [round, setRound] = useState(0)
  const ready = useRef(onReady)
  ready.current = onReady
  const busy = useRef<string[]>([])
  const ask = useCallback(() => setRound((before) => before + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round and each language asks again.
  useEffect(() => {
    const asked = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const query = linkKey ? `?key=${encodeURIComponent(linkKey)}` : ''
    request<Own>(`/api/account/preauthorised${query}`, { quiet: true, signal: asked.signal }).then(
      (found) => {
        setOwn(round > 0 ? { ...found, problem: null } : found)
        const under = found.list.filter(({ state }) => state === 'accepted').map(({ id }) => id)
        if (busy.current.some((id) => !under.includes(id))) ready.current()
        busy.current = under
        if (under.length > 0 && round < POLLS) timer = setTimeout(ask, POLL_MS)
      },
      () => undefined,
    )
    return () => {
      asked.abort()
      clearTimeout(timer)
    }
  }, [linkKey, round, locale])
  // What is set up before the next answer is in none of them any more.
  const accepted = (id: string) => {
    busy.current = [...busy.current, id]
    ask()
  }
  return { own, ask, accepted }
}

interface OfferCardProps {
  offer: Offer
  linkKey: string | null
  onAccepted(): void
  onDeclined(): void
}

function OfferCard({ offer, linkKey, onAccepted, onDeclined }: OfferCardProps) {
  const { id, softwareName, tenantName, studyNames, siteNames, roleNames, state, message } = offer
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [alert, setAlert] = useState('')
  const [declining, setDeclining] = useState(false)

  const settle = (how: 'accept' | 'decline') => {
    const json = { id, ...(linkKey ? { key: linkKey } : {}) }
    return request(`/api/account/preauthorised/${how}`, { method: 'POST', quiet: true, json })
  }
  const decline = async () => {
    await settle('decline')
    toast(say('declined', { software: softwareName }))
    onDeclined()
  }
  const accept = async () => {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    setAlert('')
    try {
      await settle('accept')
      onAccepted()
    } catch (error) {
      setAlert(error instanceof CallError ? error.message : t('error.requestFailed'))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return (
    <li className={css.offer} data-state={state}>
      <strong>{softwareName}</strong>
      <span>{[tenantName, studyNames].join(' · ')}</span>
      <span>{[roleNames, siteNames].filter(Boolean).join(' · ')}</span>
      {state === 'waiting' && (
        <small>{say('offeredBy', { name: offer.inviterName, day: day(offer.expiresAt) })}</small>
      )}
      <FormAlert text={alert || message} />
      {state === 'accepted' && <p role="status">{say('settingUp')}</p>}
      {state === 'waiting' && (
        <div className={css.choice}>
          <Button kind="main" busy={busy} onClick={accept}>
            {busy ? say('accepting') : say('accept')}
            <span className={css.hidden}> {softwareName}</span>
          </Button>
          <Button onClick={() => setDeclining(true)}>
            {say('decline')}
            <span className={css.hidden}> {softwareName}</span>
          </Button>
        </div>
      )}
      {declining && (
        <Question
          title={say('declineNamed', { software: softwareName })}
          yes={say('decline')}
          act={decline}
          onClose={() => setDeclining(false)}
        >
          <p>{say('declineAsk', { tenant: tenantName })}</p>
        </Question>
      )}
    </li>
  )
}
