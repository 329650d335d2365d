import { useEffect, useState } from 'react'
import { request } from '../http'
import { t } from '../i18n'
import { signOut } from '../session'
import { signedOutTicket } from '../signedOutTicket'
import { tellCancelled } from './cancelled'
import { Dialog } from './Dialog'
import { Button } from './Field'
import { t as about } from './signOutTexts'
import { t as say } from './texts'

/** The systems that were opened in this session. */
interface OpenedSystems {
  /** `isTold` false: it stays open until it is closed. */
  systems: { clientId: string; name: string; isTold: boolean }[]
  /** What the sign-in page asks with what became of them. */
  ticket: string
  /** Where the browser tells those that only it can tell. */
  byBrowser: string | null
}

/** Asks, quietly, which systems were opened in this session. */
const openedSystems = (): Promise<OpenedSystems> =>
  request('/api/account/opened-systems', { quiet: true, anonymous: true, background: true })

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
    // The sign-in page says what became of them.
    if (opened?.systems.length) signedOutTicket.leave(opened.ticket)
    void signOut(undefined, opened?.byBrowser)
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
    { key: 'told', names: systems.filter(({ isTold }) => isTold) },
    { key: 'open', names: systems.filter(({ isTold }) => !isTold) },
  ] as const
  return groups.map(
    ({ key, names }) =>
      names.length > 0 && (
        <section key={key}>
          <p>{about(key)}</p>
          <ul>
            {names.map(({ clientId, name }) => (
              <li key={clientId}>{name}</li>
            ))}
          </ul>
        </section>
      ),
  )
}
