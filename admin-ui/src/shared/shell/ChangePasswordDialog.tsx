import { request } from '../http'
import { t, useLocale } from '../i18n'
import { seal } from '../password'
import { signOut } from '../session'
import { leaveNotice } from '../storage'
import { Dialog } from './Dialog'
import dialog from './dialog.module.css'
import { Button } from './Field'
import { PasswordChangeForm, type WantedChange } from './PasswordChange'
import { t as say } from './texts'

interface ChangePasswordDialogProps {
  userName: string
  /** Where the person is, or was going: the sign-in that follows goes on there. */
  returnTo: string | undefined
  onClose: () => void
}

/** Changes the password of the signed-in user; the server then ends all their sessions. */
export default function ChangePasswordDialog({
  userName,
  returnTo,
  onClose,
}: ChangePasswordDialogProps) {
  useLocale()
  const send = async ({ current, next, captcha }: WantedChange) => {
    const [password, newPassword] = await Promise.all([seal(current), seal(next)])
    await request('/api/sys/user/password', {
      method: 'POST',
      json: { password, newPassword, ...captcha },
      quiet: true,
    })
    leaveNotice('password.changed')
    await signOut(returnTo)
  }
  return (
    <Dialog title={say('passwordChange')} width={500} onClose={onClose}>
      <PasswordChangeForm
        userName={userName}
        send={send}
        actions={(busy) => (
          <div className={dialog.actions}>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button type="submit" kind="main" busy={busy}>
              {t('common.confirm')}
            </Button>
          </div>
        )}
      />
    </Dialog>
  )
}
