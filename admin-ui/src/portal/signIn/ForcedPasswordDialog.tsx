import { request } from '../../shared/http'
import { t } from '../../shared/i18n'
import { seal } from '../../shared/password'
import { forget, leave, onward } from '../../shared/session'
import { Button, Dialog } from '../../shared/shell'
import dialog from '../../shared/shell/dialog.module.css'
import { PasswordChangeForm, type WantedChange } from '../../shared/shell/PasswordChange'
import { leaveNotice } from '../../shared/storage'
import { BY_NAME } from './byName'
import { t as say } from './texts'

interface ForcedPasswordDialogProps {
  /** What the sign-in ended in, in the place of a session. */
  continuation: string
  userName: string
  /** Where the person was going: the sign-in that follows goes on there. */
  returnTo: string | undefined
  /** Back to the sign-in, which nothing was done by. */
  onCancel: () => void
}

/** Replaces a password that somebody else set. Nobody is signed in before, and nobody by it. */
export function ForcedPasswordDialog(props: ForcedPasswordDialogProps) {
  const { continuation, userName, returnTo, onCancel } = props
  const send = async ({ next }: WantedChange) => {
    const json = { continuation, newPassword: await seal(next) }
    await request(BY_NAME, { method: 'POST', json, quiet: true, anonymous: true })
    forget()
    leaveNotice('password.changed')
    leave(onward('/signIn/index', returnTo))
  }
  return (
    <Dialog title={say('forced')} width={500} onClose={onCancel}>
      <p>{say('forcedText')}</p>
      <PasswordChangeForm
        proved
        userName={userName}
        send={send}
        actions={(busy) => (
          <div className={dialog.actions}>
            <Button onClick={onCancel}>{t('common.cancel')}</Button>
            <Button type="submit" kind="main" busy={busy}>
              {t('common.confirm')}
            </Button>
          </div>
        )}
      />
    </Dialog>
  )
}
