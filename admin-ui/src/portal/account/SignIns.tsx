import { useState } from 'react'
import { PAGE_SIZES } from '../../shared/constants'
import { moment } from '../../shared/format'
import { request } from '../../shared/http'
import { t } from '../../shared/i18n'
import { Button } from '../../shared/shell'
import css from './account.module.css'
import { Layout, Pending, useLoaded } from './Layout'
import { has, t as say } from './texts'

/** An entry of `GET /api/account/signIns`. */
interface SignIn {
  id: string
  at: string
  /** How many tries within a minute this stands for. */
  count: number
  outcome: string
  amr: string[]
  address: string | null
}

interface Page {
  rows: SignIn[]
  /** Where the next page begins. */
  next: string | null
}

const PATH = '/api/account/signIns'
const GOOD = new Set(['signed_in', 'proved_again'])

/** How somebody proved who they are, in words; methods that say nothing to people are left out. */
function ways(amr: string[]): string {
  // A code by SMS is a one-time code too, and is called what it is; beside it there is another only as a second step.
  const bySms = amr.includes('sms') && !amr.includes('mfa')
  const words = amr.flatMap((method) => {
    if (bySms && method === 'otp') return []
    const key = `amr.${method}`
    return has(key) ? [say(key)] : []
  })
  return [...new Set(words)].join(' + ') || t('common.empty')
}

function outcome(name: string): string {
  const key = `outcome.${name}`
  return has(key) ? say(key) : name
}

/** /account/signIns: the person's sign-ins and the tries at their account. */
export default function SignIns() {
  const [size, setSize] = useState(PAGE_SIZES[0] ?? 10)
  /** Where each page up to this one begins; the first, with the newest. */
  const [starts, setStarts] = useState<(string | null)[]>([null])
  const start = starts.at(-1)
  const query = `?size=${size}${start == null ? '' : `&before=${start}`}`
  const { value, problem, again } = useLoaded(() => request<Page>(PATH + query, { quiet: true }))
  const turnTo = (next: (string | null)[]) => {
    setStarts(next)
    again()
  }
  const resize = (next: number) => {
    setSize(next)
    turnTo([null])
  }
  return (
    <Layout title={say('page.signIns')} text={say('signInsText')}>
      {(problem || !value) && <Pending problem={problem} onRetry={again} />}
      {!problem && value && (
        <div className={css.card}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{say('time')}</th>
                <th scope="col">{say('outcome')}</th>
                <th scope="col">{say('how')}</th>
                <th scope="col">{say('from')}</th>
              </tr>
            </thead>
            <tbody>
              {value.rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <time dateTime={row.at}>{moment(row.at, true)}</time>
                  </td>
                  <td className={GOOD.has(row.outcome) ? undefined : css.bad}>
                    {outcome(row.outcome)}
                    {row.count > 1 && ` × ${row.count}`}
                  </td>
                  <td>{ways(row.amr)}</td>
                  <td>{row.address ?? t('common.empty')}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {value.rows.length === 0 && <p>{say('noSignIns')}</p>}
          <div className={css.pages}>
            <label>
              {say('pageSize')}{' '}
              <select value={size} onChange={(event) => resize(Number(event.target.value))}>
                {PAGE_SIZES.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </label>
            {starts.length > 1 && (
              <Button onClick={() => turnTo(starts.slice(0, -1))}>{say('newer')}</Button>
            )}
            {value.next !== null && (
              <Button onClick={() => turnTo([...starts, value.next])}>{say('older')}</Button>
            )}
          </div>
        </div>
      )}
    </Layout>
  )
}
