import { useState } from 'react'
import { request } from '../../shared/http'
import { t } from '../../shared/i18n'
import { Button, FormAlert } from '../../shared/shell'
import css from './account.module.css'
import { Layout, message, moment, Pending, useLoaded } from './Layout'
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
  const { value, setValue, problem, again } = useLoaded(() => request<Page>(PATH, { quiet: true }))
  const [busy, setBusy] = useState(false)
  const [alert, setAlert] = useState('')

  const more = async (shown: Page) => {
    if (busy) return
    setBusy(true)
    setAlert('')
    try {
      const next = await request<Page>(`${PATH}?before=${shown.next}`, { quiet: true })
      setValue({ rows: [...shown.rows, ...next.rows], next: next.next })
    } catch (error) {
      setAlert(message(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Layout title={say('page.signIns')} text={say('signInsText')}>
      {!value && <Pending problem={problem} onRetry={again} />}
      {value && (
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
                    <time dateTime={row.at}>{moment(row.at)}</time>
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
          <FormAlert text={alert} />
          {value.next !== null && (
            <div className={css.buttons}>
              <Button busy={busy} onClick={() => void more(value)}>
                {say('more')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Layout>
  )
}
