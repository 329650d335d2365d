import { useState } from 'react'
import { moment } from '../../shared/format'
import { t } from '../../shared/i18n'
import { Button, toast } from '../../shared/shell'
import account from '../account/account.module.css'
import { Layout, Pending, useLoaded } from '../account/Layout'
import { Question } from '../account/Question'
import { Empty } from '../soft/Cards'
import { type Identity, identities, unlink } from './api'
import { t as say } from './texts'

/** /account/identities: accounts elsewhere that sign the person in. */
export default function Identities() {
  const { value, problem, again } = useLoaded(identities)
  const [leaving, setLeaving] = useState<Identity | null>(null)

  const leave = async ({ id, label }: Identity) => {
    await unlink(id)
    again()
    toast(say('unlinked', { label }))
  }
  return (
    <Layout title={t('identities.title')} text={say('identitiesText')}>
      {!value && <Pending problem={problem} onRetry={again} />}
      {value?.length === 0 && <Empty title={say('noneTitle')} text={say('noneText')} />}
      {value && value.length > 0 && (
        <div className={account.card}>
          <ul className={account.list}>
            {value.map((identity) => (
              <Entry key={identity.id} identity={identity} onUnlink={() => setLeaving(identity)} />
            ))}
          </ul>
        </div>
      )}
      {leaving && (
        <Question
          title={say('unlinkNamed', named(leaving))}
          yes={say('unlink')}
          act={() => leave(leaving)}
          onClose={() => setLeaving(null)}
        >
          <p>{say('unlinkAsk', named(leaving))}</p>
        </Question>
      )}
    </Layout>
  )
}

const named = ({ providerName, label }: Identity) => ({ provider: providerName, label })

function Entry({ identity, onUnlink }: { identity: Identity; onUnlink: () => void }) {
  const { providerName, label, createdAt, lastUsedAt } = identity
  return (
    <li className={account.row}>
      <div>
        <p className={account.name}>{providerName}</p>
        <p className={account.small}>
          {label}
          <br />
          {say('since', { time: moment(createdAt) })}
          <br />
          {lastUsedAt ? say('used', { time: moment(lastUsedAt) }) : say('unused')}
        </p>
      </div>
      <Button label={say('unlinkNamed', named(identity))} onClick={onUnlink}>
        {say('unlink')}
      </Button>
    </li>
  )
}
