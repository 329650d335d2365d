import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../shared/http'
import { t } from '../../shared/i18n'
import { leave, type SignInAnswer } from '../../shared/session'
import { Button, FormAlert } from '../../shared/shell'
import { PasswordForm } from '../../shared/shell/PasswordForm'
import { Link, navigate } from '../router'
import { modifyPasswordAddress } from '../signIn/address'
import { Frame } from '../signIn/Frame'
import frame from '../signIn/frame.module.css'
import { link, type Stop, stopOf } from './api'
import css from './federation.module.css'
import { t as say } from './texts'

type State =
  | { at: 'working' }
  | { at: 'stopped'; stop: Stop }
  | { at: 'refused'; why: string }
  | { at: 'unlinked'; why: string; answer: SignInAnswer }

/** One try to sign in; `continuation` goes on with what an earlier one found out. */
export type Try = (confirm: boolean, continuation?: string) => Promise<SignInAnswer>

const message = (error: unknown): string =>
  error instanceof CallError ? error.message : t('error.unexpected')

const goOn = (answer: SignInAnswer): void => leave(answer.redirect ?? '/')

/** Signs in by what the address brought, and asks where there is something to ask. */
export function Arrival({ attempt }: { attempt: Try }) {
  const [state, setState] = useState<State>({ at: 'working' })
  const begun = useRef(false)

  const run = (confirm: boolean, continuation?: string) => {
    setState({ at: 'working' })
    attempt(confirm, continuation).then(goOn, (error: unknown) => {
      const stop = stopOf(error)
      setState(stop ? { at: 'stopped', stop } : { at: 'refused', why: message(error) })
    })
  }
  useEffect(() => {
    // What arrives works once: a second look at the page must not spend it again.
    if (begun.current) return
    begun.current = true
    run(false)
  })

  if (state.at === 'working') {
    return (
      <Frame title={say('working')}>
        <p role="status" className={css.note}>
          {say('workingText')}
        </p>
      </Frame>
    )
  }
  if (state.at === 'refused') return <Refused why={state.why} />
  if (state.at === 'unlinked') {
    return (
      <Frame title={say('refused')}>
        <div className={frame.stack}>
          <FormAlert text={say('linkFailed', { why: state.why })} />
          <Button kind="main" wide onClick={() => goOn(state.answer)}>
            {say('goOn')}
          </Button>
        </div>
      </Frame>
    )
  }
  const { stop } = state
  if (stop.kind === 'confirm') {
    return <Confirm stop={stop} onGo={() => run(true, stop.continuation)} />
  }
  if (stop.kind === 'start') return <Start provider={stop.provider} />
  return (
    <Linking stop={stop} onFailed={(answer, why) => setState({ at: 'unlinked', why, answer })} />
  )
}

/** Nobody was signed in. */
export function Refused({ why }: { why: string }) {
  return (
    <Frame title={say('refused')}>
      <div className={frame.stack}>
        <FormAlert text={why} />
        <Link to="/signIn/index">{say('back')}</Link>
      </div>
    </Frame>
  )
}

interface ConfirmProps {
  stop: Extract<Stop, { kind: 'confirm' }>
  onGo: () => void
}

function Confirm({ stop, onGo }: ConfirmProps) {
  const name = stop.current.fullName || stop.current.userName
  return (
    <Frame title={say('confirm')} text={say('confirmText', { name })}>
      <div className={frame.stack}>
        <p className={css.note}>{say('stranger')}</p>
        <div className={css.choices}>
          <Button onClick={() => navigate('/softIndex', { replace: true })}>{say('stay')}</Button>
          <Button kind="main" onClick={onGo}>
            {say('go')}
          </Button>
        </div>
      </div>
    </Frame>
  )
}

function Start({ provider }: { provider: string }) {
  const address = `/api/sys/federation/start/${encodeURIComponent(provider)}`
  return (
    <Frame title={say('start')} text={say('startText')}>
      <div className={frame.stack}>
        <Button kind="main" wide onClick={() => leave(address)}>
          {say('begin')}
        </Button>
        <Link to="/signIn/index">{say('back')}</Link>
      </div>
    </Frame>
  )
}

interface LinkingProps {
  stop: Extract<Stop, { kind: 'link' }>
  onFailed: (answer: SignInAnswer, why: string) => void
}

/** The owner signs in, which is what confirms the link. */
function Linking({ stop, onFailed }: LinkingProps) {
  const signedIn = (answer: SignInAnswer) => {
    link(stop.continuation).then(
      () => goOn(answer),
      (error: unknown) => onFailed(answer, message(error)),
    )
  }
  return (
    <Frame title={say('link')} text={say('linkText', { label: stop.label })}>
      <div className={frame.stack}>
        <p className={css.note}>{say('stranger')}</p>
        <PasswordForm
          submitLabel={say('linkDone')}
          onDone={signedIn}
          onExpired={(userName) => navigate(modifyPasswordAddress(userName, undefined))}
        />
        <Link to="/signIn/index">{say('back')}</Link>
      </div>
    </Frame>
  )
}
