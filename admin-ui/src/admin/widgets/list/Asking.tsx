import { useMutation } from '@tanstack/react-query'
import type { ConfirmProps } from 'react-admin'
import { Question } from '../feedback/Question'
import { useSay } from '../feedback/say'

interface AskingProps<A>
  extends Omit<ConfirmProps, 'isOpen' | 'loading' | 'onConfirm' | 'onClose'> {
  /** What is done by whoever agrees. */
  act(): Promise<A>
  /** Called with what it came to. */
  onDone?(answer: A): void
  onClose(): void
}

/** A question, and what is done when it is agreed to. What holds it up, the server says. */
export function Asking<A>({ act, onDone, onClose, ...question }: AskingProps<A>) {
  const { failed } = useSay()
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: (answer) => onDone?.(answer),
    onError: failed,
    onSettled: onClose,
  })
  return (
    <Question
      {...question}
      // While it is asked who is there, that dialog alone has the focus.
      isOpen={!isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  )
}
