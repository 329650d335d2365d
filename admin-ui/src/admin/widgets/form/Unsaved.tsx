/** Asks before what was typed is lost: by another page, or by a dialog that closes. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Confirm } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { useBlocker } from 'react-router-dom'

interface LeavingProps {
  isOpen: boolean
  onLeave(): void
  onStay(): void
}

function Leaving({ isOpen, onLeave, onStay }: LeavingProps) {
  return (
    <Confirm
      isOpen={isOpen}
      title="cardea.unsaved.title"
      content="cardea.unsaved.text"
      confirm="cardea.unsaved.leave"
      cancel="cardea.unsaved.stay"
      confirmColor="warning"
      onConfirm={onLeave}
      onClose={onStay}
    />
  )
}

/** Whether something is typed that is neither saved nor being saved. */
function useUnsaved() {
  const { dirtyFields, isSubmitSuccessful } = useFormState()
  return Object.keys(dirtyFields).length > 0 && !isSubmitSuccessful
}

/** In the form of a page: the way to another page waits for an answer. */
export function AskBeforeLeaving() {
  const unsaved = useUnsaved()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  const { state, proceed, reset } = blocker
  useEffect(() => {
    // Saved after all: the form says so a moment after it has begun to lead to its list.
    if (state === 'blocked' && !unsaved) proceed?.()
  }, [state, unsaved, proceed])
  useEffect(() => {
    if (!unsaved) return undefined
    // A tab that closes asks in the browser's own words.
    const onClosing = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onClosing)
    return () => window.removeEventListener('beforeunload', onClosing)
  }, [unsaved])
  return (
    <Leaving
      isOpen={state === 'blocked' && unsaved}
      onLeave={() => proceed?.()}
      onStay={() => reset?.()}
    />
  )
}

/** In the form of a dialog: tells the dialog whether something is typed. */
function Watch({ unsaved }: { unsaved: RefObject<boolean> }) {
  const now = useUnsaved()
  useEffect(() => {
    unsaved.current = now
  }, [unsaved, now])
  return null
}

/** What closes a dialog in place of `onClose`, and what goes into its form and beside it. */
export function useAskBeforeClosing(onClose: () => void) {
  const unsaved = useRef(false)
  const [asking, setAsking] = useState(false)
  return {
    close: () => (unsaved.current ? setAsking(true) : onClose()),
    watch: <Watch unsaved={unsaved} />,
    question: <Leaving isOpen={asking} onLeave={onClose} onStay={() => setAsking(false)} />,
  }
}
