import { useEffect, useState } from 'react'
import { sentence, useForm, useWork } from '../../shared/form'
import { request } from '../../shared/http'
import { marker, onward } from '../../shared/session'
import { Avatar, Button, Field, FormAlert } from '../../shared/shell'
import consent from '../consent/consent.module.css'
import { Badge, Items, Links, type Wish } from '../consent/Items'
import { t as sayConsent } from '../consent/texts'
import { Link, navigate, type PageProps } from '../router'
import { Frame } from '../signIn/Frame'
import frame from '../signIn/frame.module.css'
import css from './device.module.css'
import { t as say } from './texts'

/** `POST /api/account/device`. */
interface Question extends Wish {
  userName: string
  fullName: string
}

/** How far the person is. */
type Step =
  | { at: 'enter' }
  | { at: 'asked'; code: string; question: Question }
  | { at: 'done'; approved: boolean }

/** The address of this page with `code`, to come back to. */
const here = (code: string): string =>
  code ? `/device?user_code=${encodeURIComponent(code)}` : '/device'

/** A code as the device shows it. */
const shown = (code: string): string => {
  const letters = code.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** /device: lets a device without a browser sign in with the person's account (RFC 8628). */
export default function Device({ place }: PageProps) {
  const given = place.query.get('user_code') ?? ''
  const [step, setStep] = useState<Step>({ at: 'enter' })
  const signedIn = marker() !== null

  useEffect(() => {
    if (!signedIn) navigate(onward('/signIn/index', here(given)), { replace: true })
  }, [signedIn, given])

  if (!signedIn) return null
  if (step.at === 'done') {
    const { approved } = step
    return (
      <Frame
        title={say(approved ? 'allowedTitle' : 'deniedTitle')}
        text={say(approved ? 'allowedText' : 'deniedText')}
      >
        {null}
      </Frame>
    )
  }
  if (step.at === 'asked') {
    return (
      <Frame title={say('asks', { client: step.question.client.name })} text={say('asksText')}>
        <Asking
          code={step.code}
          question={step.question}
          onDone={(approved) => setStep({ at: 'done', approved })}
          onBack={() => setStep({ at: 'enter' })}
        />
      </Frame>
    )
  }
  return (
    <Frame title={say('enter')} text={say('enterText')}>
      <Enter given={given} onFound={(code, question) => setStep({ at: 'asked', code, question })} />
    </Frame>
  )
}

interface EnterProps {
  /** The code of the address, if the device showed one with it. */
  given: string
  onFound: (code: string, question: Question) => void
}

function Enter({ given, onFound }: EnterProps) {
  const { form, busy, bind, show } = useForm({
    begin: { userCode: given },
    check: ({ userCode }) => ({ userCode: userCode.trim() ? '' : say('codeMissing') }),
    send: async (json) => {
      const call = { method: 'POST', quiet: true, json } as const
      onFound(json.userCode, await request<Question>('/api/account/device', call))
    },
    // There is one field, and whatever is wrong is wrong with its code.
    refused: (call) => {
      show({ userCode: sentence(call) })
      return true
    },
  })
  return (
    <form className={frame.form} {...form}>
      <Field
        label={say('code')}
        required
        className={css.code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="XXXX-XXXX"
        {...bind('userCode')}
      />
      <Button type="submit" kind="main" wide busy={busy}>
        {say('next')}
      </Button>
    </form>
  )
}

interface AskingProps {
  code: string
  question: Question
  onDone: (approved: boolean) => void
  onBack: () => void
}

function Asking({ code, question, onDone, onBack }: AskingProps) {
  const { busy, run } = useWork<'allow' | 'deny'>()
  const [alert, setAlert] = useState('')

  const decide = (decision: 'allow' | 'deny') =>
    run(decision, async () => {
      const approve = decision === 'allow'
      setAlert('')
      try {
        const json = { userCode: code, approve }
        await request('/api/account/device/decision', { method: 'POST', quiet: true, json })
        onDone(approve)
      } catch (error) {
        setAlert(sentence(error))
      }
    })
  return (
    <div className={frame.stack}>
      <FormAlert text={alert} />
      <p className={css.compare}>
        <span>{say('compare')}</span>
        <strong>{shown(code)}</strong>
        <span>{say('stranger')}</span>
      </p>
      <p className={consent.who}>
        <Badge name={question.client.name} />
        <Avatar name={question.fullName} />
        <span className={consent.person}>
          <span className={consent.label}>{sayConsent('account')}</span>
          <strong>{question.fullName}</strong> <span>{question.userName}</span>
        </span>
        <Link className={consent.switch} to={onward('/signIn/index', here(code))}>
          {sayConsent('switch')}
        </Link>
      </p>
      <Items wish={question} label={sayConsent('wants')} />
      <Links client={question.client} />
      <div className={consent.buttons}>
        <Button wide busy={busy === 'deny'} onClick={() => void decide('deny')}>
          {busy === 'deny' ? say('sending') : say('deny')}
        </Button>
        <Button kind="main" wide busy={busy === 'allow'} onClick={() => void decide('allow')}>
          {busy === 'allow' ? say('sending') : say('allow')}
        </Button>
      </div>
      {alert && (
        <Button wide onClick={onBack}>
          {say('other')}
        </Button>
      )}
    </div>
  )
}
