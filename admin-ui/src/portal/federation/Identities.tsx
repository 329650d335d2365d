import { useState } from 'react'
import { CallError } from '../../shared/http'
import { t } from '../../shared/i18n'
import { Button, Dialog, FormAlert, toast } from '../../shared/shell'
import account from '../account/account.module.css'
import { Layout, moment, Pending, useLoaded } from '../account/Layout'
import { Empty } from '../soft/Cards'
import { type Identity, identities, unlink } from './api'
import { t as say } from './texts'

/** /account/identities: accounts elsewhere that sign the person in. */
export default function Identities() {
  const { value, problem, again } = useLoaded(identities)
  const [leaving, setLeaving] = useState<Identity | null>(null)

  const done = (gone: Identity) => {
    setLeaving(null)
    again()
    toast(say('unlinked', { label: gone.label }))
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
      {leaving && <Leaving identity={leaving} onDone={done} onClose={() => setLeaving(null)} />}
    </Layout>
  )
}

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
      <Button label={say('unlinkNamed', { provider: providerName, label })} onClick={onUnlink}>
        {say('unlink')}
      </Button>
    </li>
  )
}

interface LeavingProps {
  identity: Identity
  onDone: (gone: Identity) => void
  onClose: () => void
}

function Leaving({ identity, onDone, onClose }: LeavingProps) {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const { label, providerName: provider } = identity

  const confirm = () => {
    if (busy) return
    setBusy(true)
    unlink(identity.id).then(onDone, (error: unknown) => {
      setBusy(false)
      setProblem(error instanceof CallError ? error.message : t('error.unexpected'))
    })
  }
  return (
    <Dialog
      title={say('unlinkNamed', { provider, label })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="main" busy={busy} onClick={confirm}>
            {say('unlink')}
          </Button>
        </>
      }
    >
      <FormAlert text={problem} />
      <p>{say('unlinkAsk', { provider, label })}</p>
    </Dialog>
  )
}
