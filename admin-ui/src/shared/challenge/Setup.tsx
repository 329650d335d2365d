import { QRCodeSVG } from 'qrcode.react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError } from '../http'
import { t as common } from '../i18n'
import { Button, Field, FormAlert } from '../shell/Field'
import css from './challenge.module.css'
import { passkeysWork } from './passkey'
import { t } from './texts'
import type { Added, Kind, Setups, TotpOffer } from './types'

const message = (error: unknown): string =>
  error instanceof CallError ? error.message : common('error.unexpected')

interface SetupProps {
  /** The factors to choose from. */
  kinds: readonly Kind[]
  setups: Setups
  /** The factor is there; what follows is for reading. */
  onAdded?: (added: Added) => void
  onDone: (added: Added) => void
  /** The step is over. */
  onOver: (error: CallError) => void
}

/** Sets up a factor: chosen, where there is a choice, then made, then its recovery codes kept. */
export function Setup({ kinds, setups, onAdded, onDone, onOver }: SetupProps) {
  const possible = kinds.filter(
    (kind) => kind !== 'passkey' || kinds.length === 1 || passkeysWork(),
  )
  const [kind, setKind] = useState<Kind | null>(
    possible.length === 1 ? (possible[0] ?? null) : null,
  )
  const [added, setAdded] = useState<Added | null>(null)
  const failed = (error: unknown): string => {
    if (error instanceof CallError && error.code === '20014') onOver(error)
    return message(error)
  }
  const done = (now: Added) => {
    onAdded?.(now)
    if (now.recoveryCodes?.length) setAdded(now)
    else onDone(now)
  }
  if (added?.recoveryCodes) {
    return <RecoveryCodes codes={added.recoveryCodes} onDone={() => onDone(added)} />
  }
  const back = possible.length > 1 ? () => setKind(null) : undefined
  const parts = { setups, failed, onDone: done, onBack: back }
  if (kind === 'totp') return <TotpSetup {...parts} />
  if (kind === 'passkey') return <PasskeySetup {...parts} />
  return (
    <div className={css.stack}>
      <button type="button" className={css.choice} onClick={() => setKind('passkey')}>
        <strong>{t('choosePasskey')}</strong>
        <span>{t('choosePasskeyText')}</span>
      </button>
      <button type="button" className={css.choice} onClick={() => setKind('totp')}>
        <strong>{t('chooseTotp')}</strong>
        <span>{t('chooseTotpText')}</span>
      </button>
    </div>
  )
}

interface PartProps {
  setups: Setups
  /** The sentence for an error. */
  failed: (error: unknown) => string
  onDone: (added: Added) => void
  onBack: (() => void) | undefined
}

function TotpSetup({ setups, failed, onDone, onBack }: PartProps) {
  const [offer, setOffer] = useState<TotpOffer | null>(null)
  const [problem, setProblem] = useState('')
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const begun = useRef(false)
  const input = useRef<HTMLInputElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an offer is asked for once; another would undo the scan.
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    setups.totpBegin().then(setOffer, (reason) => setProblem(failed(reason)))
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !offer) return
    if (code.trim() === '') {
      setError(t('codeBlank', { field: t('totpCode') }))
      return input.current?.focus()
    }
    setBusy(true)
    setProblem('')
    try {
      onDone(await setups.totpConfirm(offer.enrolment, code.trim()))
    } catch (reason) {
      setProblem(failed(reason))
      input.current?.select()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={css.stack} noValidate onSubmit={submit}>
      <FormAlert text={problem} />
      <p>{t('totpScan')}</p>
      {!offer && !problem && <p role="status">{common('common.loading')}</p>}
      {offer && (
        <>
          <div className={css.qr}>
            <QRCodeSVG value={offer.uri} level="M" size={176} title={t('totpQr')} />
          </div>
          <div>
            <p className={css.soft}>{t('totpManual')}</p>
            <p className={css.secret}>
              <code>{offer.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
              <Copy text={offer.secret} />
            </p>
          </div>
          <Field
            ref={input}
            label={t('totpCode')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            required
            autoFocus
            value={code}
            error={error || undefined}
            hint={t('totpHint')}
            onChange={(next) => {
              setError('')
              setCode(next)
            }}
          />
          <Buttons onBack={onBack} busy={busy} label={t('confirm')} />
        </>
      )}
    </form>
  )
}

function PasskeySetup({ setups, failed, onDone, onBack }: PartProps) {
  const [name, setName] = useState(t('passkeyDefault'))
  const [problem, setProblem] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') {
      setError(t('passkeyNameBlank'))
      return input.current?.focus()
    }
    setBusy(true)
    setProblem('')
    try {
      onDone(await setups.passkey(name.trim()))
    } catch (reason) {
      setProblem(failed(reason))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={css.stack} noValidate onSubmit={submit}>
      <FormAlert text={problem} />
      <p>{t('choosePasskeyText')}</p>
      <Field
        ref={input}
        label={t('passkeyName')}
        name="passkeyName"
        autoComplete="off"
        maxLength={50}
        required
        autoFocus
        value={name}
        error={error || undefined}
        hint={t('passkeyNameHint')}
        onChange={(next) => {
          setError('')
          setName(next)
        }}
      />
      <Buttons onBack={onBack} busy={busy} label={t('passkeyMake')} />
    </form>
  )
}

function Buttons({
  onBack,
  busy,
  label,
}: {
  onBack: (() => void) | undefined
  busy: boolean
  label: string
}) {
  return (
    <div className={css.buttons}>
      {onBack && <Button onClick={onBack}>{t('back')}</Button>}
      <Button type="submit" kind="main" busy={busy}>
        {label}
      </Button>
    </div>
  )
}

/** Puts a text on the clipboard, where the browser lets it. */
function Copy({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  if (!navigator.clipboard) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    )
  return <Button onClick={() => void copy()}>{t(copied ? 'copied' : 'copy')}</Button>
}

/** Recovery codes, this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n')
  const download = () => {
    const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'cardea-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <div className={css.stack}>
      <p>
        <strong>{t('codesTitle')}</strong>
      </p>
      <p>{t('codesText')}</p>
      <ul className={css.codes} aria-label={t('codesList')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.buttons}>
        <Copy text={text} />
        <Button onClick={download}>{t('codesDownload')}</Button>
        <Button kind="main" onClick={onDone}>
          {t('codesSaved')}
        </Button>
      </div>
    </div>
  )
}
