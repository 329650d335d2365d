import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { onSessionExpired } from '../expiry'
import { confirmOwner, marker, ownName, signOut } from '../session'

/** Most visits never need it: it comes when a session is over. The requests wait here until then. */
const SessionExpiredDialog = lazy(() => import('./SessionExpiredDialog'))

interface Waiting {
  resolve: () => void
  reject: (reason: Error) => void
}

/**
 * The one re-validation modal. Mounted once in each entry, and never lazily: a session may be over
 * at the first request, and what nobody holds is lost. Opens when a call says that the session is
 * over, and closes when the same account is signed in again or the person switches account. The account
 * is the page's own, whatever other tabs did since; where somebody else is signed in after all, the page
 * begins anew. Where the page does not know whose it is, it says so: no request is dropped without a word.
 */
export function SessionExpiredModal() {
  const [account, setAccount] = useState<string | null>(null)
  const waiting = useRef<Waiting | null>(null)

  useEffect(
    () =>
      onSessionExpired(
        () =>
          new Promise<void>((resolve, reject) => {
            if (!marker()) {
              // Nobody to validate again: there was no sign-in on this browser.
              reject(new Error('signed out'))
              void signOut()
              return
            }
            waiting.current = { resolve, reject }
            setAccount(ownName() ?? '')
          }),
      ),
    [],
  )

  if (account === null) return null
  return (
    <Suspense>
      <SessionExpiredDialog
        account={account}
        onDone={async () => {
          await confirmOwner()
          setAccount(null)
          waiting.current?.resolve()
        }}
        onLeave={() => {
          setAccount(null)
          waiting.current?.reject(new Error('signed out'))
        }}
      />
    </Suspense>
  )
}
