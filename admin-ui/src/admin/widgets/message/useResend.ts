import { useMutation } from '@tanstack/react-query'
import { useCall } from '../data/useCall'
import { useText } from '../data/useText'
import { useSay } from '../feedback/say'
import type { Log } from './logs'

/** Sends messages again, and says how many go and why one does not. */
export function useResend(log: Log, onDone: () => void = () => undefined) {
  const text = useText(log)
  const say = useSay()
  const call = useCall()
  return useMutation({
    mutationFn: (ids: string[]) => call(`POST /${log}/resend`, { body: { ids } }),
    onSuccess: ({ queued, refused }) => {
      const [first] = refused
      if (!first) say.done(text('resent', { smart_count: queued }))
      else if (queued === 0) say.failed(new Error(first.reason))
      else say.done(text('partly', { smart_count: queued, reason: first.reason }))
      onDone()
    },
    onError: say.failed,
  })
}
