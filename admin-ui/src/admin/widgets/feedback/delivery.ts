/** What became of a message that an act sent: success is that it was handed over, not that somebody meant to. */
import { useNotify } from 'react-admin'
import type { Schemas } from '../../../shared/api'
import type { Call } from '../../calls'
import { useCall } from '../data/useCall'
import { useOwnText } from '../data/useText'

/** Milliseconds between looks. A gateway that takes longer goes on without the reader. */
const PAUSES = [600, 1000, 2000, 4000]

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time))

/** How far a message has come once it is settled, or once nobody waits any longer. */
async function followed(call: Call, id: string): Promise<Schemas['DeliveryState']> {
  const look = () => call('GET /deliveries/{id}', { path: { id } })
  let found = await look()
  for (const time of PAUSES) {
    if (found.state !== 'waiting') break
    await pause(time)
    found = await look()
  }
  return found
}

/** Says of a queued message what became of it; `done` is the sentence for one that was handed over. */
export function useHandedOver() {
  const text = useOwnText('delivery')
  const notify = useNotify()
  const call = useCall()
  const say = (type: 'success' | 'warning' | 'error', words: string) =>
    notify(words, {
      type,
      messageArgs: { _: words },
      ...(type === 'success' ? {} : { autoHideDuration: 15_000 }),
    })
  return async (messageId: string | null | undefined, to: string, done: string) => {
    if (!messageId) return say('success', done)
    let found: Schemas['DeliveryState']
    try {
      found = await followed(call, messageId)
    } catch {
      return say('warning', text('unknown', { to }))
    }
    const why = found.trouble ? text(`why_${found.trouble}`) : ''
    if (found.state === 'failed') return say('error', text('failed', { to, why }).trim())
    if (found.state === 'waiting') return say('warning', text('waiting', { to, why }).trim())
    // Nobody carries a file further by itself.
    if (found.channel === 'file') return say('warning', text('file', { to }))
    return say('success', done)
  }
}
