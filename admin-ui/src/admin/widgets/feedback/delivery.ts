/** What became of a message that an act sent: success is that it was handed over, not that somebody meant to. */
import { useNotify } from 'react-admin'
import type { Schemas } from '../../../shared/api'
import type { Call } from '../../calls'
import { useOwnTexts } from '../data/ownTexts'
import { useCall } from '../data/useCall'

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

const en = {
  file: 'No mail server is set up: the message for %{to} is a file in the outbox of the server, and has reached nobody yet.',
  waiting: 'The message for %{to} has not been handed over yet; the server goes on trying. %{why}',
  failed: 'The message for %{to} could not be delivered. %{why}',
  unknown: 'Whether the message for %{to} was handed over is not known.',
  why_unconfigured: 'There is no mail server.',
  why_denied: 'The mail server’s address is not allowed.',
  why_unreachable: 'The mail server does not answer.',
  why_tls: 'The mail server cannot prove who it is.',
  why_refused: 'The mail server refused it.',
  why_later: 'The mail server asked to try again later.',
  why_file: 'The file could not be written.',
  why_content: 'Its content cannot be read any more.',
}

const zh: Record<keyof typeof en, string> = {
  file: '未配置邮件服务器：发给 %{to} 的邮件只保存为服务器发件箱中的文件，尚未送达。',
  waiting: '发给 %{to} 的邮件尚未送出，服务器将继续尝试。%{why}',
  failed: '发给 %{to} 的邮件未能送出。%{why}',
  unknown: '无法确认发给 %{to} 的邮件是否已送出。',
  why_unconfigured: '没有邮件服务器。',
  why_denied: '邮件服务器的地址不被允许。',
  why_unreachable: '邮件服务器没有响应。',
  why_tls: '邮件服务器无法证明其身份。',
  why_refused: '邮件服务器拒收。',
  why_later: '邮件服务器要求稍后再试。',
  why_file: '文件无法写入。',
  why_content: '邮件内容已无法读取。',
}

/** Says of a queued message what became of it; `done` is the sentence for one that was handed over. */
export function useHandedOver() {
  const text = useOwnTexts({ en, zh })
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
    const why = found.trouble ? text(`why_${found.trouble}` as keyof typeof en) : ''
    if (found.state === 'failed') return say('error', text('failed', { to, why }).trim())
    if (found.state === 'waiting') return say('warning', text('waiting', { to, why }).trim())
    // Nobody carries a file further by itself.
    if (found.channel === 'file') return say('warning', text('file', { to }))
    return say('success', done)
  }
}
