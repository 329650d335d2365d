import { useEffect, useRef, useState } from 'react'
import { onSessionExpired } from '../expiry'
import { t, useLocale } from '../i18n'
import { lastLoginName, leave, marker, signOut } from '../session'
import { Dialog } from './Dialog'
import { Button } from './Field'
import { PasswordForm } from './PasswordForm'

interface Waiting {
  resolve: () => void
  reject: (reason: Error) => void
}

/**
 * The one re-validation modal. Mounted once in each entry; opens when a call says that the session
 * is over, and closes when the same account is signed in again or the person switches account.
 * It cannot be dismissed: what is on the page stays, but nothing more is shown of it.
 */
export function SessionExpiredModal() {
  useLocale()
  const [account, setAccount] = useState<string | null>(null)
  const waiting = useRef<Waiting | null>(null)

  useEffect(
    () =>
      onSessionExpired(
        () =>
          new Promise<void>((resolve, reject) => {
            const name = lastLoginName()
            if (!marker() || !name) {
              // Nobody to validate again: there was no sign-in on this browser.
              reject(new Error('signed out'))
              void signOut()
              return
            }
            waiting.current = { resolve, reject }
            setAccount(name)
          }),
      ),
    [],
  )

  if (!account) return null
  const finish = () => {
    setAccount(null)
    waiting.current?.resolve()
  }
  const giveUp = () => {
    setAccount(null)
    waiting.current?.reject(new Error('signed out'))
  }
  return (
    <Dialog title={t('expired.title')} width={400}>
      <p>{t('expired.text')}</p>
      <PasswordForm
        account={account}
        submitLabel={t('expired.submit')}
        onDone={finish}
        onExpired={() => {
          giveUp()
          leave('/signIn/modifyPwd')
        }}
      />
      <Button
        wide
        onClick={() => {
          giveUp()
          void signOut()
        }}
      >
        {t('expired.switch')}
      </Button>
    </Dialog>
  )
}
