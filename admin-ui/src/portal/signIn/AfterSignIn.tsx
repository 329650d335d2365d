import { useState } from 'react'
import type { SignInAnswer } from '../../shared/session'
import { Button, Dialog } from '../../shared/shell'
import { ForcedPasswordDialog } from './ForcedPasswordDialog'
import { t } from './texts'

interface AfterSignInProps {
  answer: SignInAnswer
  userName: string
  /** Where the sign-in was begun for. */
  returnTo: string | undefined
  /** Replace the expiring password now. */
  onModify: () => void
  /** Go on: there is nothing more to ask. */
  onDone: () => void
  /** Back to the sign-in: nobody was signed in. */
  onCancel: () => void
}

/** What stands between a sign-in and going on: a password that somebody else set, or one that expires soon. */
export default function AfterSignIn(props: AfterSignInProps) {
  const { answer, userName, returnTo, onModify, onDone, onCancel } = props
  const [asking, ask] = useState(true)
  if (!answer.pwdReset) {
    const continuation = answer.continuation ?? ''
    return <ForcedPasswordDialog {...{ continuation, userName, returnTo, onCancel }} />
  }
  const later = () => {
    ask(false)
    onDone()
  }
  if (!asking) return null
  return <OverdueDialog days={answer.nearExpiredDay ?? 0} onNow={onModify} onLater={later} />
}

interface OverdueDialogProps {
  days: number
  onNow: () => void
  onLater: () => void
}

function OverdueDialog({ days, onNow, onLater }: OverdueDialogProps) {
  return (
    <Dialog
      title={t('overdueTitle')}
      onClose={onLater}
      actions={
        <>
          <Button onClick={onLater}>{t('overdueLater')}</Button>
          <Button kind="main" onClick={onNow}>
            {t('overdueNow')}
          </Button>
        </>
      }
    >
      <p>{days > 0 ? t('overdueText', { days }) : t('overdueToday')}</p>
    </Dialog>
  )
}
