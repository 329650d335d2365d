import { useState } from 'react'
import { ownSetups } from '../../shared/challenge/calls'
import { passkeysWork } from '../../shared/challenge/passkey'
import { RecoveryCodes, Setup } from '../../shared/challenge/Setup'
import type { Kind } from '../../shared/challenge/types'
import { request } from '../../shared/http'
import { t } from '../../shared/i18n'
import { Button, Dialog, toast } from '../../shared/shell'
import css from './account.module.css'
import { ContactCard } from './Contacts'
import { Layout, Pending, useLoaded } from './Layout'
import { type Passkey, PasskeyCard } from './Passkeys'
import { Question } from './Question'
import { Times } from './Times'
import { t as say } from './texts'

/** `GET /api/account/factors`. */
export interface Factors {
  required: boolean
  totp: { createdAt: string; usedAt: string | null } | null
  passkeys: Passkey[]
  recoveryCodes: number
  passkeysAvailable: boolean
}

const post = <T,>(path: string, json: object = {}): Promise<T> =>
  request<T>(path, { method: 'POST', json, quiet: true })

type Open = Kind | 'removeTotp' | 'renewCodes' | null

/** /account/security: the factors that the person has. */
export default function Security() {
  const { value, problem, again } = useLoaded(() =>
    request<Factors>('/api/account/factors', { quiet: true }),
  )
  const [open, setOpen] = useState<Open>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const close = () => setOpen(null)
  const changed = (text: string) => {
    toast(text)
    again()
  }
  return (
    <Layout title={say('page.security')} text={say('securityText')}>
      {!value && <Pending problem={problem} onRetry={again} />}
      {value && (
        <>
          {value.required && <p className={css.notice}>{say('required')}</p>}
          <ContactCard />
          <TotpCard totp={value.totp} onOpen={setOpen} />
          <PasskeyCard
            passkeys={value.passkeys}
            problem={passkeyProblem(value)}
            onAdd={() => setOpen('passkey')}
            onChanged={changed}
          />
          <RecoveryCard factors={value} onRenew={() => setOpen('renewCodes')} />
        </>
      )}
      {(open === 'totp' || open === 'passkey') && (
        <SetupDialog
          kind={open}
          onClose={close}
          onAdded={() => changed(say(open === 'totp' ? 'totpAdded' : 'passkeyAdded'))}
        />
      )}
      {open === 'removeTotp' && (
        <Question
          title={say('totpRemove')}
          yes={say('passkeyRemove')}
          onClose={close}
          act={async () => {
            await post('/api/account/factors/totp/remove')
            changed(say('totpRemoved'))
          }}
        >
          <p>{say('totpRemoveAsk')}</p>
        </Question>
      )}
      {open === 'renewCodes' && (
        <Question
          title={say('recoveryRenewTitle')}
          yes={say('recoveryRenew')}
          onClose={close}
          act={async () => {
            const fresh = await post<{ recoveryCodes: string[] }>('/api/account/factors/recovery')
            setCodes(fresh.recoveryCodes)
            again()
          }}
        >
          <p>{say('recoveryRenewAsk')}</p>
        </Question>
      )}
      {codes && (
        <Dialog title={say('recoveryTitle')} width={500}>
          <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
        </Dialog>
      )}
    </Layout>
  )
}

/** Why no passkey can be added here; empty where one can. */
function passkeyProblem({ passkeysAvailable }: Factors): string {
  if (!passkeysAvailable) return say('passkeysUnavailable')
  return passkeysWork() ? '' : say('passkeysUnsupported')
}

interface TotpCardProps {
  totp: Factors['totp']
  onOpen: (open: Open) => void
}

function TotpCard({ totp, onOpen }: TotpCardProps) {
  return (
    <section className={css.card} aria-labelledby="totp">
      <div>
        <h2 id="totp">{say('totpTitle')}</h2>
        <p className={css.soft}>{say('totpText')}</p>
      </div>
      <div className={css.row}>
        <div>
          {totp ? <Times createdAt={totp.createdAt} usedAt={totp.usedAt} /> : say('totpNone')}
        </div>
        <div className={css.buttons}>
          {totp && (
            <Button label={say('totpRemove')} onClick={() => onOpen('removeTotp')}>
              {say('passkeyRemove')}
            </Button>
          )}
          <Button kind={totp ? 'plain' : 'main'} onClick={() => onOpen('totp')}>
            {say(totp ? 'totpReplace' : 'totpAdd')}
          </Button>
        </div>
      </div>
    </section>
  )
}

function RecoveryCard({ factors, onRenew }: { factors: Factors; onRenew: () => void }) {
  const any = factors.totp !== null || factors.passkeys.length > 0
  return (
    <section className={css.card} aria-labelledby="recovery">
      <div>
        <h2 id="recovery">{say('recoveryTitle')}</h2>
        <p className={css.soft}>{say('recoveryText')}</p>
      </div>
      <div className={css.row}>
        <div>
          {any ? say('recoveryLeft', { count: factors.recoveryCodes }) : say('recoveryNone')}
        </div>
        {any && <Button onClick={onRenew}>{say('recoveryRenew')}</Button>}
      </div>
    </section>
  )
}

interface SetupDialogProps {
  kind: Kind
  onAdded: () => void
  onClose: () => void
}

function SetupDialog({ kind, onAdded, onClose }: SetupDialogProps) {
  return (
    <Dialog title={say(kind === 'totp' ? 'totpAdd' : 'passkeyAdd')} width={500} onClose={onClose}>
      <Setup
        kinds={[kind]}
        setups={ownSetups}
        onAdded={onAdded}
        onDone={onClose}
        onOver={() => {
          toast(t('error.unexpected'), 'danger')
          onClose()
        }}
      />
    </Dialog>
  )
}
