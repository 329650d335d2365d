import { useEffect, useState } from 'react'
import { sentence } from '../../shared/form'
import { moment } from '../../shared/format'
import { CallError, request } from '../../shared/http'
import { t, useLocale } from '../../shared/i18n'
import { Button, FormAlert, toast } from '../../shared/shell'
import { Question } from '../account/Question'
import { Empty } from '../soft/Cards'
import soft from '../soft/soft.module.css'
import css from './consent.module.css'
import { Badge, Items, Links, type Wish } from './Items'
import { t as say } from './texts'

/** An entry of `GET /api/account/consents`. */
interface Given extends Wish {
  id: string
  grantedAt: string
  lastUsedAt: string | null
}

/** Takes it back. What was withdrawn elsewhere meanwhile is withdrawn. */
async function withdraw({ id }: Given): Promise<void> {
  const call = { method: 'POST', quiet: true, json: { id } } as const
  await request('/api/account/consents/withdraw', call).catch((error) => {
    if (!(error instanceof CallError && error.code === '404')) throw error
  })
}

/** /account/consents: what the person agreed to give systems, and the way to withdraw it. */
export default function Consents() {
  const locale = useLocale()
  const [given, setGiven] = useState<Given[] | null>(null)
  const [problem, setProblem] = useState('')
  const [leaving, setLeaving] = useState<Given | null>(null)
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: names come in the language in use; each round asks again.
  useEffect(() => {
    let wanted = true
    setProblem('')
    request<Given[]>('/api/account/consents', { quiet: true }).then(
      (list) => wanted && setGiven(list),
      (error) => wanted && setProblem(sentence(error)),
    )
    return () => {
      wanted = false
    }
  }, [locale, round])

  const leave = async (gone: Given) => {
    await withdraw(gone)
    setGiven((before) => before?.filter(({ id }) => id !== gone.id) ?? null)
    toast(say('withdrawn', { client: gone.client.name }))
  }
  return (
    <>
      <main className={soft.page}>
        <header className={soft.head}>
          <div>
            <h1>{t('consents.title')}</h1>
            <p>{say('listText')}</p>
          </div>
        </header>
        {problem && (
          <div className={soft.problem}>
            <FormAlert text={problem} />
            <Button onClick={() => setRound(round + 1)}>{t('common.retry')}</Button>
          </div>
        )}
        {!problem && !given && <p role="status">{t('common.loading')}</p>}
        {given?.length === 0 && <Empty title={say('noneTitle')} text={say('noneText')} />}
        <ul className={css.list}>
          {given?.map((entry) => (
            <Entry key={entry.id} entry={entry} onWithdraw={() => setLeaving(entry)} />
          ))}
        </ul>
      </main>
      {leaving && (
        <Withdrawal entry={leaving} act={() => leave(leaving)} onClose={() => setLeaving(null)} />
      )}
    </>
  )
}

function Entry({ entry, onWithdraw }: { entry: Given; onWithdraw: () => void }) {
  const { client, grantedAt, lastUsedAt } = entry
  return (
    <li className={css.entry}>
      <header className={css.head}>
        <Badge name={client.name} />
        <div>
          <h2>{client.name}</h2>
          <p>
            {say('since', { time: moment(grantedAt) })}
            <br />
            {lastUsedAt ? say('used', { time: moment(lastUsedAt) }) : say('unused')}
          </p>
        </div>
        <Button onClick={onWithdraw} label={say('withdrawNamed', { client: client.name })}>
          {say('withdraw')}
        </Button>
      </header>
      <Items wish={entry} label={say('given')} />
      <Links client={client} />
    </li>
  )
}

interface WithdrawalProps {
  entry: Given
  act: () => Promise<void>
  onClose: () => void
}

function Withdrawal({ entry, ...ends }: WithdrawalProps) {
  const client = entry.client.name
  return (
    <Question title={say('withdrawNamed', { client })} yes={say('withdraw')} {...ends}>
      <p>{say('withdrawAsk', { client })}</p>
    </Question>
  )
}
