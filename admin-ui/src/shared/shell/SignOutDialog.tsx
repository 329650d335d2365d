import { useState } from 'react'
import { t } from '../i18n'
import { signOut } from '../session'
import { tellCancelled } from './cancelled'
import { Dialog } from './Dialog'
import { Button } from './Field'
import { t as say } from './texts'

/** Asks before somebody is signed out. */
export default function SignOutDialog({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const cancel = () => {
    onClose()
    tellCancelled()
  }
  const leaveNow = () => {
    setBusy(true)
    void signOut()
  }
  return (
    <Dialog
      title={say('signOut')}
      width={400}
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>{t('common.cancel')}</Button>
          <Button kind="main" busy={busy} onClick={leaveNow}>
            {say('signOut')}
          </Button>
        </>
      }
    >
      <p>{say('signOutAsk')}</p>
    </Dialog>
  )
}
