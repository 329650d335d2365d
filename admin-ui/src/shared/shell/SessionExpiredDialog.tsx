import { lazy, Suspense, useState } from 'react'
import { useLocale } from '../i18n'
import { Dialog } from './Dialog'
import { Button } from './Field'
import { PasswordForm } from './PasswordForm'
import { t } from './texts'

const SmsForm = lazy(() => import('./SmsForm'))

interface SessionExpiredDialogProps {
  /** Who is to be validated again; the name cannot be changed. */
  account: string
  /** They are signed in again. */
  onDone: () => void
  /** Their password has expired (27006) and must be replaced first. */
  onPasswordExpired: () => void
  /** Somebody else wants to sign in. */
  onSwitch: () => void
}

/**
 * What the re-validation modal shows; loaded when it is needed. It cannot be dismissed. By
 * password, or by a code to the phone of the same account.
 */
export default function SessionExpiredDialog(props: SessionExpiredDialogProps) {
  useLocale()
  const [bySms, setBySms] = useState(false)
  return (
    <Dialog title={t('expiredTitle')} width={400}>
      <p>{t('expiredText')}</p>
      {bySms ? (
        <Suspense>
          <SmsForm account={props.account} submitLabel={t('expiredSubmit')} onDone={props.onDone} />
        </Suspense>
      ) : (
        <PasswordForm
          account={props.account}
          submitLabel={t('expiredSubmit')}
          onDone={props.onDone}
          onExpired={props.onPasswordExpired}
        />
      )}
      <Button wide onClick={() => setBySms(!bySms)}>
        {t(bySms ? 'expiredByPassword' : 'expiredBySms')}
      </Button>
      <Button wide onClick={props.onSwitch}>
        {t('expiredSwitch')}
      </Button>
    </Dialog>
  )
}
