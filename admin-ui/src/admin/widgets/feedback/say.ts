import { useNotify } from 'react-admin'
import type { FieldErrors } from '../../../shared/http'
import { messageOf } from './Failure'

/** The server's sentences about single fields. */
export const fieldErrors = (error: unknown): FieldErrors =>
  (error as { errors?: FieldErrors } | null)?.errors ?? {}

/** Says what became of an act: a sentence of its own, or the server's about a failure. */
export function useSay() {
  const notify = useNotify()
  return {
    // The sentence is no key: it stands for itself.
    done: (text: string) => notify(text, { type: 'success', messageArgs: { _: text } }),
    failed: (error: unknown) => {
      const said = messageOf(error)
      notify(said ?? 'cardea.request_failed', { type: 'error', messageArgs: { _: said } })
    },
  }
}
