import { useState } from 'react'
import type { PageProps } from '../router'
import { Arrival, Refused } from './Arrival'
import { byCode } from './api'
import { t as say } from './texts'

/** /signIn with a code in the address: single sign-on. */
export default function SsoLogin({ place }: PageProps) {
  const [code] = useState(place.query.get('code'))
  if (!code) return <Refused why={say('missing')} />
  return <Arrival attempt={(confirm) => byCode(code, confirm)} />
}
