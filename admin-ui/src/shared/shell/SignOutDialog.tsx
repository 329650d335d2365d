import { useEffect, useState } from 'react'
import { t } from '../i18n'
import { type OpenedSystems, openedSystems, signOut } from '../session'
import { tellCancelled } from './cancelled'
import { Dialog } from './Dialog'
import { Button } from './Field'
import { t as say } from './texts'

/** Asks before somebody is signed out, and says what that does to the systems that they opened. */
export default function SignOutDialog({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [opened, setOpened] = useState<OpenedSystems>()
  useEffect(() => {
    // Who cannot be told this can still sign out.
    openedSystems().then(setOpened, () => undefined)
  }, [])
  const cancel = () => {
    onClose()
    tellCancelled()
  }
  const leaveNow = () => {
    setBusy(true)
    void signOut(undefined, opened)
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
      <div aria-live="polite">{opened && <Opened {...opened} />}</div>
    </Dialog>
  )
}

/** The systems that were opened: those that end with the session, and those that do not. */
function Opened({ systems }: OpenedSystems) {
  const groups = [
    { key: 'signOutTold', names: systems.filter(({ isTold }) => isTold) },
    { key: 'signOutOpen', names: systems.filter(({ isTold }) => !isTold) },
  ] as const
  return groups.map(
    ({ key, names }) =>
      names.length > 0 && (
        <section key={key}>
          <p>{say(key)}</p>
          <ul>
            {names.map(({ clientId, name }) => (
              <li key={clientId}>{name}</li>
            ))}
          </ul>
        </section>
      ),
  )
}
