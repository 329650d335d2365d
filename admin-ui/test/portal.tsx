/** What the tests of the portal's pages share: the whole portal at an address, and who is signed in. */
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, type RequestHandler } from 'msw'
import { beforeEach } from 'vitest'
import { App } from '../src/portal/App'
import { lin, ok, server, setCookie, surroundings } from './browser'

/** Opens the portal at an address. */
export function openPortal(address: string) {
  history.replaceState(null, '', address)
  const user = userEvent.setup({ delay: null })
  render(<App />)
  return user
}

/** Somebody is signed in, and the server answers `handlers` beside what every page asks. */
export function signIn(...handlers: RequestHandler[]) {
  setCookie('cardea_marker=m1')
  const who = http.get('/api/sys/user/info', () => ok(lin))
  server.use(...surroundings, who, ...handlers)
}

/** What each test of a file sends, by calls that it says the answers of. */
export function noting() {
  const sent: [string, unknown][] = []
  beforeEach(() => {
    sent.length = 0
  })
  /** Answers a call and notes what was sent to it. */
  const answer = (path: string, data: () => ReturnType<typeof ok>) =>
    server.use(
      http.post(path, async ({ request }) => {
        sent.push([path, await request.json()])
        return data()
      }),
    )
  return { sent, answer }
}
