import { lazy, Suspense, useEffect, useState } from 'react'
import { isMessageKey, t } from '../../shared/i18n'
import { asksMore, leave, type SignInAnswer, userInfo } from '../../shared/session'
import { FormAlert } from '../../shared/shell'
import { PasswordForm } from '../../shared/shell/PasswordForm'
import { clearNotice, readNotice } from '../../shared/storage'
import { painted } from '../painted'
import { navigate, type PageProps } from '../router'
import { modifyPasswordAddress } from './address'
import { compact, Frame } from './Frame'
import css from './frame.module.css'
import { Tabs } from './Tabs'

/** Most sign-ins ask nothing more, so the questions are fetched when there is one. */
const AfterSignIn = lazy(() => import('./AfterSignIn'))

/** The other ways come when somebody chooses them. */
const SmsForm = lazy(() => import('../../shared/shell/SmsForm'))
const Forgot = lazy(() => import('./Forgot'))
/** What the form does not wait for. */
const OtherWays = lazy(() => painted().then(() => import('./OtherWays')))
const SignedOut = lazy(() => painted().then(() => import('./SignedOut')))

interface SignedIn {
  answer: SignInAnswer
  userName: string
}

/**
 * Where to go after sign-in. Only the server's `redirect` is followed, never an address out of the
 * query; without one, people with a menu go to the console and the others to the chooser.
 */
async function goOn(answer: SignInAnswer): Promise<void> {
  if (answer.redirect) return leave(answer.redirect)
  const user = await userInfo().catch(() => null)
  if (user && user.menuList.length > 0) leave('/index')
  else navigate('/softIndex', { replace: true })
}

/** /signIn/index */
export function SignIn({ place }: PageProps) {
  const returnTo = place.query.get('returnTo') ?? undefined
  const notice = useNotice()
  const [signedIn, setSignedIn] = useState<SignedIn | null>(null)

  const enter = (answer: SignInAnswer, userName: string) => {
    setSignedIn({ answer, userName })
    if (!asksMore(answer)) void goOn(answer)
  }
  const toModify = (userName: string, soon = false) =>
    navigate(modifyPasswordAddress(userName, returnTo, soon))
  const panel = (
    <PasswordForm
      returnTo={returnTo}
      hint={place.query.get('login_hint') ?? undefined}
      submitLabel={t('signIn.submit')}
      onDone={enter}
      onExpired={(userName) => toModify(userName)}
    />
  )
  const bySms = <SmsForm returnTo={returnTo} onDone={enter} />
  return (
    <Frame title={t('signIn.heading')} compact={compact(place)}>
      <div className={css.stack}>
        <Suspense>
          <SignedOut />
        </Suspense>
        <FormAlert tone="success" text={signedIn?.answer.pwdReset ? t('signIn.done') : notice} />
        <Tabs
          label={t('signIn.methods')}
          tabs={[
            { key: 'password', label: t('signIn.tab.password'), panel },
            { key: 'sms', label: t('signIn.tab.sms'), panel: bySms },
            { key: 'forgot', label: t('signIn.tab.forgot'), panel: <Forgot returnTo={returnTo} /> },
          ]}
        />
        <Suspense>
          <OtherWays returnTo={returnTo} onDone={enter} />
        </Suspense>
      </div>
      {signedIn && asksMore(signedIn.answer) && (
        <Suspense>
          <AfterSignIn
            {...signedIn}
            returnTo={returnTo}
            onModify={() => toModify(signedIn.userName, true)}
            onDone={() => void goOn(signedIn.answer)}
            onCancel={() => setSignedIn(null)}
          />
        </Suspense>
      )}
    </Frame>
  )
}

/** The message that the page before left for this one, shown once. */
function useNotice(): string {
  const [key] = useState(readNotice)
  useEffect(clearNotice, [])
  return key && isMessageKey(key) ? t(key) : ''
}
