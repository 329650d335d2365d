import { Button, ChangePasswordDialog, Dialog } from '../../shared/shell'
import type { Step } from './SignIn'
import { t } from './texts'

interface AfterSignInProps {
  step: Step
  userName: string
  /** Until the password expires. */
  days: number
  /** Replace the expiring password now. */
  onModify: () => void
  /** Go on without. */
  onSkip: () => void
}

/** The question that stands between a successful sign-in and going on, if any. */
export default function AfterSignIn({ step, userName, days, onModify, onSkip }: AfterSignInProps) {
  if (step === 'overdue') return <OverdueDialog days={days} onNow={onModify} onLater={onSkip} />
  if (step === 'forced') return <ChangePasswordDialog forced userName={userName} onClose={onSkip} />
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
