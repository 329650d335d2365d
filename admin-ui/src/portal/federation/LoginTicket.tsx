import { useState } from 'react'
import type { PageProps } from '../router'
import { Arrival, Refused, type Try } from './Arrival'
import { byTicket } from './api'
import { t as say } from './texts'

/** /LoginTicket: where a provider sends the browser back to. DingTalk calls the code `authCode`. */
export default function LoginTicket({ place }: PageProps) {
  // As it was when the page opened: the address may be shown without it.
  const [query] = useState(place.query)
  const failed = query.get('error')
  if (failed) {
    return <Refused why={say(failed === 'access_denied' ? 'cancelled' : 'unavailable')} />
  }
  const ticket = query.get('ticket') ?? query.get('code') ?? query.get('authCode')
  if (!ticket) return <Refused why={say('missing')} />
  const given = (name: string) => query.get(name) ?? undefined
  const attempt: Try = (confirm, continuation) =>
    byTicket(
      continuation
        ? { ticket: continuation, loginType: given('loginType'), confirm }
        : {
            ticket,
            loginType: given('loginType'),
            state: given('state'),
            iss: given('iss'),
            confirm,
          },
    )
  return <Arrival attempt={attempt} />
}
