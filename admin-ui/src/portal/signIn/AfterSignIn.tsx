import { useState } from 'react'
import type { SignInAnswer } from '../../shared/session'
import { Button, Dialog } from '../../shared/shell'
import ChangePasswordDialog from '../../shared/shell/ChangePasswordDialog'
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
}

/** What stands between a successful sign-in and going on: an expiring password first, then a foreign one. */
export default function AfterSignIn(props: AfterSignInProps) {
  const { answer, userName, returnTo, onModify, onDone } = props
  const [asking, ask] = useState<'overdue' | 'forced' | null>(
    answer.isOverdue ? 'overdue' : 'forced',
  )
  const done = () => {
    ask(null)
    onDone()
  }
  if (asking === 'overdue') {
    const later = () => (answer.pwdReset ? done() : ask('forced'))
    return <OverdueDialog days={answer.nearExpiredDay ?? 0} onNow={onModify} onLater={later} />
  }
  if (asking === 'forced') {
    return <ChangePasswordDialog forced userName={userName} returnTo={returnTo} onClose={done} />
  }
  return null
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
