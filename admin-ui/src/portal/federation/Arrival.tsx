import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { CallError } from '../../shared/http'
import { t, useLocale } from '../../shared/i18n'
import { asksMore, leave, type SignInAnswer } from '../../shared/session'
import { Button, FormAlert } from '../../shared/shell'
import { PasswordForm } from '../../shared/shell/PasswordForm'
import { Link, navigate } from '../router'
import { modifyPasswordAddress } from '../signIn/address'
import { Frame } from '../signIn/Frame'
import frame from '../signIn/frame.module.css'
import { whose } from '../signIn/whose'
import { link, type Stop, stopOf } from './api'
import css from './federation.module.css'
import { t as say } from './texts'

const AfterSignIn = lazy(() => import('../signIn/AfterSignIn'))

/** Somebody who signed in with a password to link an account. */
interface Owner {
  answer: SignInAnswer
  userName: string
  /** Where the sign-in was begun for. */
  returnTo: string | undefined
}

type State =
  | { at: 'working' }
  | { at: 'stopped'; stop: Stop }
  | { at: 'refused'; why: string }
  | { at: 'unlinked'; why: string; owner: Owner }
  | { at: 'asked'; owner: Owner }

/** One try to sign in; `continuation` goes on with what an earlier one found out. */
export type Try = (confirm: boolean, continuation?: string) => Promise<SignInAnswer>

const message = (error: unknown): string =>
  error instanceof CallError ? error.message : t('error.unexpected')

const goOn = (answer: SignInAnswer): void => leave(answer.redirect ?? '/')

/** They are signed in. Without their name they go on too: the re-validation modal then says that it has none. */
const arrive = async (answer: SignInAnswer): Promise<void> => {
  await whose().catch(() => undefined)
  goOn(answer)
}

/** Signs in by what the address brought, and asks where there is something to ask. */
export function Arrival({ attempt }: { attempt: Try }) {
  const [state, setState] = useState<State>({ at: 'working' })
  const begun = useRef<string | null>(null)
  const locale = useLocale()

  const run = (confirm: boolean, continuation?: string) => {
    setState({ at: 'working' })
    attempt(confirm, continuation).then(arrive, (error: unknown) => {
      const stop = stopOf(error)
      setState(stop ? { at: 'stopped', stop } : { at: 'refused', why: message(error) })
    })
  }
  useEffect(() => {
    if (begun.current === locale) return
    const first = begun.current === null
    begun.current = locale
    // What arrives works once: a second look at the page must not spend it again. A question spends nothing, and
    // comes in the language in use.
    if (first) run(false)
    else if (state.at === 'stopped' && state.stop.kind === 'confirm')
      run(false, state.stop.continuation)
  })

  /** The questions that come after a password, then on. */
  const proceed = (owner: Owner) => {
    if (asksMore(owner.answer)) setState({ at: 'asked', owner })
    else goOn(owner.answer)
  }

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
          <Button kind="main" wide onClick={() => proceed(state.owner)}>
            {say('goOn')}
          </Button>
        </div>
      </Frame>
    )
  }
  if (state.at === 'asked') {
    const { answer, userName, returnTo } = state.owner
    return (
      <Frame title={say(answer.pwdReset ? 'linked' : 'link')}>
        <Suspense>
          <AfterSignIn
            answer={answer}
            userName={userName}
            returnTo={returnTo}
            onModify={() => navigate(modifyPasswordAddress(userName, returnTo, true))}
            onDone={() => goOn(answer)}
            onCancel={() => navigate('/signIn/index', { replace: true })}
          />
        </Suspense>
      </Frame>
    )
  }
  const { stop } = state
  if (stop.kind === 'confirm') {
    return <Confirm stop={stop} onGo={() => run(true, stop.continuation)} />
  }
  if (stop.kind === 'start') return <Start provider={stop.provider} />
  return (
    <Linking
      stop={stop}
      onLinked={proceed}
      onFailed={(owner, why) => setState({ at: 'unlinked', why, owner })}
    />
  )
}

/** Nobody was signed in. */
export function Refused({ why }: { why: string }) {
  return (
    <Frame title={say('refused')}>
      <div className={frame.stack}>
        <FormAlert text={why} />
        <Link className={frame.link} to="/signIn/index">
          {say('back')}
        </Link>
      </div>
    </Frame>
  )
}

interface ConfirmProps {
  stop: Extract<Stop, { kind: 'confirm' }>
  onGo: () => void
}

/** What an address brought is anybody's: nobody is signed in by it before they said so. */
function Confirm({ stop: { subject, issuer, current }, onGo }: ConfirmProps) {
  const name = current?.fullName || current?.userName
  const title = name ? say('confirm') : say('ask')
  return (
    <Frame title={title} text={name ? say('confirmText', { name }) : say('askText', { issuer })}>
      <div className={frame.stack}>
        <dl className={css.who}>
          <div>
            <dt>{say('account')}</dt>
            <dd>
              {subject.fullName} <span className={css.note}>{subject.userName}</span>
            </dd>
          </div>
          <div>
            <dt>{say('issuer')}</dt>
            <dd>{issuer}</dd>
          </div>
        </dl>
        <p className={css.note}>{say('stranger')}</p>
        <div className={css.choices}>
          {name ? (
            <Button onClick={() => navigate('/softIndex', { replace: true })}>{say('stay')}</Button>
          ) : (
            <Button onClick={() => navigate('/signIn/index', { replace: true })}>
              {say('notMe')}
            </Button>
          )}
          <Button kind="main" onClick={onGo}>
            {name ? say('go') : say('enter')}
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
        <Link className={frame.link} to="/signIn/index">
          {say('back')}
        </Link>
      </div>
    </Frame>
  )
}

interface LinkingProps {
  stop: Extract<Stop, { kind: 'link' }>
  onLinked: (owner: Owner) => void
  onFailed: (owner: Owner, why: string) => void
}

/** The owner signs in, which is what confirms the link. */
function Linking({ stop, onLinked, onFailed }: LinkingProps) {
  const returnTo = stop.returnTo ?? undefined
  const signedIn = (answer: SignInAnswer, userName: string) => {
    const owner = { answer, userName, returnTo }
    // Without a session nothing is linked: the next sign-in does that.
    if (!answer.pwdReset) return onLinked(owner)
    link(stop.continuation).then(
      () => onLinked(owner),
      (error: unknown) => onFailed(owner, message(error)),
    )
  }
  return (
    <Frame title={say('link')} text={say('linkText', { label: stop.label })}>
      <div className={frame.stack}>
        <p className={css.note}>{say('stranger')}</p>
        <PasswordForm
          returnTo={returnTo}
          submitLabel={say('linkDone')}
          onDone={signedIn}
          onExpired={(userName) => navigate(modifyPasswordAddress(userName, returnTo))}
        />
        <Link className={frame.link} to="/signIn/index">
          {say('back')}
        </Link>
      </div>
    </Frame>
  )
}
