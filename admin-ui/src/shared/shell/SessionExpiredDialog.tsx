import { lazy, Suspense, useState } from 'react'
import { useLocale } from '../i18n'
import { leave, onward, type SignInAnswer, signOut } from '../session'
import { remember } from '../storage'
import { Dialog } from './Dialog'
import { Button } from './Field'
import { PasswordForm } from './PasswordForm'
import { t } from './texts'

const SmsForm = lazy(() => import('./SmsForm'))

interface SessionExpiredDialogProps {
  /** Who is to be validated again; the name cannot be changed. Empty where the page knows none. */
  account: string
  /** Somebody is signed in again: holds them against the page's own user. Rejects where that cannot be done. */
  onDone: () => Promise<void>
  /** This page is left: nothing that waits goes on. */
  onLeave: () => void
}

/** Where the person is. */
const here = () => location.pathname + location.search

/**
 * What the re-validation modal shows; loaded when it is needed. It cannot be dismissed. By
 * password, or by a code to the phone of the same account. Without a name nobody can be held to be the
 * same: what is left is to sign in anew, and to come back here.
 */
export default function SessionExpiredDialog(props: SessionExpiredDialogProps) {
  useLocale()
  const [bySms, setBySms] = useState(false)
  const signInAnew = (returnTo?: string) => {
    props.onLeave()
    void signOut(returnTo)
  }
  const replacePassword = () => {
    props.onLeave()
    // The page that changes it reads whose it is from the store, which other tabs write, too.
    remember('loginName', props.account)
    leave(onward('/signIn/modifyPwd', here()))
  }
  /** A password that somebody else set signs nobody in again before it is replaced. */
  const entered = (answer: SignInAnswer) => {
    if (answer.pwdReset) return props.onDone()
    props.onLeave()
    leave(onward('/signIn/index', here()))
  }
  if (!props.account) {
    return (
      <Dialog
        title={t('expiredTitle')}
        width={400}
        actions={
          <Button kind="main" onClick={() => signInAnew(here())}>
            {t('expiredAnew')}
          </Button>
        }
      >
        <p>{t('expiredText')}</p>
        <p>{t('expiredNobody')}</p>
      </Dialog>
    )
  }
  return (
    <Dialog title={t('expiredTitle')} width={400}>
      <p>{t('expiredText')}</p>
      {bySms ? (
        <Suspense>
          <SmsForm account={props.account} submitLabel={t('expiredSubmit')} onDone={entered} />
        </Suspense>
      ) : (
        <PasswordForm
          account={props.account}
          submitLabel={t('expiredSubmit')}
          onDone={entered}
          onExpired={replacePassword}
        />
      )}
      <Button wide onClick={() => setBySms(!bySms)}>
        {t(bySms ? 'expiredByPassword' : 'expiredBySms')}
      </Button>
      <Button wide onClick={() => signInAnew()}>
        {t('expiredSwitch')}
      </Button>
    </Dialog>
  )
}
