import { useEffect, useState } from 'react'
import { isSessionInvalid } from '../../shared/expiry'
import { useWork } from '../../shared/form'
import { CallError, request } from '../../shared/http'
import { t, useLocale } from '../../shared/i18n'
import { leave } from '../../shared/session'
import { Avatar, Button, FormAlert } from '../../shared/shell'
import type { PageProps } from '../router'
import { compact, Frame } from '../signIn/Frame'
import frame from '../signIn/frame.module.css'
import css from './consent.module.css'
import { Badge, Items, Links, type Wish } from './Items'
import { t as say } from './texts'

/** `GET /api/account/consent`. */
interface Question extends Wish {
  userName: string
  fullName: string
  /** Where somebody else signs in and is asked. */
  switchAccount: string
}

type Decision = 'allow' | 'deny'

/** What a failed call leads to: another page, no question at all, or a sentence. */
type Consequence = 'left' | 'gone' | { text: string }

function consequence(error: unknown, interaction: string): Consequence {
  const call = error instanceof CallError ? error : null
  const redirect = (call?.data as { redirect?: string } | null | undefined)?.redirect
  if (call?.code === '409' && redirect) {
    leave(redirect)
    return 'left'
  }
  if (call && isSessionInvalid(call.code)) {
    // The server knows what to do with a request whose person is gone: it asks for a sign-in.
    leave(`/oauth2/authorize?cardea_interaction=${encodeURIComponent(interaction)}`)
    return 'left'
  }
  if (call?.code === '404' || call?.code === '400') return 'gone'
  return { text: call?.message ?? t('error.unexpected') }
}

/** /consent?interaction=...: whether a client gets what it asks for. */
export default function Consent({ place }: PageProps) {
  const interaction = place.query.get('interaction') ?? ''
  const locale = useLocale()
  const [question, setQuestion] = useState<Question | null>(null)
  const [problem, setProblem] = useState<Consequence | null>(null)
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: names come in the language in use; each round asks again.
  useEffect(() => {
    const asked = new AbortController()
    setProblem(null)
    request<Question>(`/api/account/consent?interaction=${encodeURIComponent(interaction)}`, {
      quiet: true,
      anonymous: true,
      signal: asked.signal,
    }).then(setQuestion, (error) => {
      if (!asked.signal.aborted) setProblem(consequence(error, interaction))
    })
    return () => asked.abort()
  }, [interaction, locale, round])

  if (problem === 'gone') {
    return (
      <Frame title={say('goneTitle')} text={say('goneText')} compact={compact(place)}>
        {null}
      </Frame>
    )
  }
  if (!question) {
    return (
      <Frame title={t('consent.title')} compact={compact(place)}>
        {problem && problem !== 'left' ? (
          <div className={frame.stack}>
            <FormAlert text={problem.text} />
            <Button wide onClick={() => setRound(round + 1)}>
              {t('common.retry')}
            </Button>
          </div>
        ) : (
          <p aria-live="polite">{t('common.loading')}</p>
        )}
      </Frame>
    )
  }
  return (
    <Frame
      title={say('asks', { client: question.client.name })}
      text={say('asksText')}
      compact={compact(place)}
    >
      <Asking question={question} interaction={interaction} onGone={() => setProblem('gone')} />
    </Frame>
  )
}

interface AskingProps {
  question: Question
  interaction: string
  onGone: () => void
}

/** Stays busy until the page is left. */
const LEAVING = new Promise<never>(() => undefined)

function Asking({ question, interaction, onGone }: AskingProps) {
  const { busy, run } = useWork<Decision>()
  const [alert, setAlert] = useState('')

  const decide = (decision: Decision) =>
    run(decision, async () => {
      setAlert('')
      try {
        const { redirect } = await request<{ redirect: string }>('/api/account/consent', {
          method: 'POST',
          quiet: true,
          anonymous: true,
          json: { interaction, decision },
        })
        leave(redirect)
        return LEAVING
      } catch (error) {
        const next = consequence(error, interaction)
        if (next === 'left') return LEAVING
        if (next === 'gone') onGone()
        else setAlert(next.text)
      }
    })
  const label = (decision: Decision) => (busy === decision ? say('sending') : say(decision))
  return (
    <div className={frame.stack}>
      <FormAlert text={alert} />
      <p className={css.who}>
        <Badge name={question.client.name} />
        <Avatar name={question.fullName} />
        <span className={css.person}>
          <span className={css.label}>{say('account')}</span>
          <strong>{question.fullName}</strong> <span>{question.userName}</span>
        </span>
        <a className={css.switch} href={question.switchAccount}>
          {say('switch')}
        </a>
      </p>
      <Items wish={question} label={say('wants')} />
      <Links client={question.client} />
      <div className={css.buttons}>
        <Button wide busy={busy === 'deny'} onClick={() => void decide('deny')}>
          {label('deny')}
        </Button>
        <Button kind="main" wide busy={busy === 'allow'} onClick={() => void decide('allow')}>
          {label('allow')}
        </Button>
      </div>
    </div>
  )
}
