import { type FormEvent, useState } from 'react'
import { sentence } from '../../shared/form'
import { request } from '../../shared/http'
import { Button, Dialog, Field, FormAlert } from '../../shared/shell'
import css from './account.module.css'
import { Question } from './Question'
import { Times } from './Times'
import { t as say } from './texts'

/** An entry of `passkeys` of `GET /api/account/factors`. */
export interface Passkey {
  id: string
  name: string
  synced: boolean
  createdAt: string
  usedAt: string | null
}

interface PasskeyCardProps {
  passkeys: Passkey[]
  /** Why none can be added here. */
  problem: string
  onAdd: () => void
  onChanged: (text: string) => void
}

/** The person's passkeys. */
export function PasskeyCard({ passkeys, problem, onAdd, onChanged }: PasskeyCardProps) {
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  return (
    <section className={css.card} aria-labelledby="passkeys">
      <div>
        <h2 id="passkeys">{say('passkeysTitle')}</h2>
        <p className={css.soft}>{say('passkeysText')}</p>
      </div>
      {passkeys.length > 0 && (
        <ul className={css.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={css.row}>
              <div>
                <p className={css.name}>{passkey.name}</p>
                <p className={css.small}>{say(passkey.synced ? 'synced' : 'device')}</p>
                <Times {...passkey} />
              </div>
              <div className={css.buttons}>
                <Button
                  label={say('passkeyRenameNamed', { name: passkey.name })}
                  onClick={() => setRenaming(passkey)}
                >
                  {say('passkeyRename')}
                </Button>
                <Button
                  label={say('passkeyRemoveNamed', { name: passkey.name })}
                  onClick={() => setRemoving(passkey)}
                >
                  {say('passkeyRemove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className={css.row}>
        <div>{problem || (passkeys.length === 0 && say('passkeysNone'))}</div>
        {!problem && <Button onClick={onAdd}>{say('passkeyAdd')}</Button>}
      </div>
      {renaming && (
        <Renaming
          passkey={renaming}
          onClose={() => setRenaming(null)}
          onDone={() => onChanged(say('passkeyRenamed'))}
        />
      )}
      {removing && (
        <Question
          title={say('passkeyRemoveNamed', { name: removing.name })}
          yes={say('passkeyRemove')}
          onClose={() => setRemoving(null)}
          act={async () => {
            const json = { id: removing.id }
            await request('/api/account/passkeys/remove', { method: 'POST', json, quiet: true })
            onChanged(say('passkeyRemoved', { name: removing.name }))
          }}
        >
          <p>{say('passkeyRemoveAsk')}</p>
        </Question>
      )}
    </section>
  )
}

interface RenamingProps {
  passkey: Passkey
  onClose: () => void
  onDone: () => void
}

function Renaming({ passkey, onClose, onDone }: RenamingProps) {
  const [name, setName] = useState(passkey.name)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      const json = { id: passkey.id, name: name.trim() }
      await request('/api/account/passkeys/rename', { method: 'POST', json, quiet: true })
      onDone()
      onClose()
    } catch (error) {
      const fields = (error as { errors?: { name?: string } }).errors
      setProblem(fields?.name ?? sentence(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={say('passkeyRenameNamed', { name: passkey.name })} onClose={onClose}>
      <form className={css.form} noValidate onSubmit={submit}>
        <FormAlert text={problem} />
        <Field
          label={say('name')}
          name="passkeyName"
          autoComplete="off"
          maxLength={50}
          value={name}
          onChange={setName}
        />
        <Button type="submit" kind="main" wide busy={busy}>
          {say('save')}
        </Button>
      </form>
    </Dialog>
  )
}
