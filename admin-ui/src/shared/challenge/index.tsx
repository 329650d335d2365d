import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { type CallError, request } from '../http'
import { t as common, useLocale } from '../i18n'
import { Dialog } from '../shell/Dialog'
import { enrolment, recentProof, secondStep } from './calls'
import { t } from './texts'
import type { RecentProofAsked, SecondFactorAsked, Way } from './types'
import { Verify } from './Verify'

/** Few people set up a factor on their way in; the QR code comes with it. */
const Setup = lazy(async () => ({ default: (await import('./Setup')).Setup }))

/**
 * Meets what the server asks for before it does what it was asked: the second step of a sign-in
 * (20011), which answers what that sign-in answers, or a recent proof (20012), after which the call
 * can be made again. Rejects with `asked` when the person gives up.
 *
 * It brings its own root, so that every page and both entries have it without doing anything, and
 * nothing of it is loaded before it is needed.
 */
export function meet(asked: CallError): Promise<unknown> {
  if (asked.code === '20011') return show(asked)
  // However many calls ask at once, one proof is enough for all of them.
  proving ??= show(asked).finally(() => {
    proving = null
  })
  return proving
}

let proving: Promise<unknown> | null = null

async function show(asked: CallError): Promise<unknown> {
  const second = asked.code === '20011'
  const proof = second ? null : await whatProves(asked)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  try {
    return await new Promise((resolve, reject) => {
      const ends = { onDone: resolve, onOver: reject, onClose: () => reject(asked) }
      root.render(
        second ? (
          <SecondStep asked={asked.data as SecondFactorAsked} {...ends} />
        ) : (
          <Proof ways={proof?.ways ?? []} {...ends} />
        ),
      )
    })
  } finally {
    root.unmount()
    place.remove()
  }
}

/** The ways that the server names; where it names none, those that the person has. */
async function whatProves(asked: CallError): Promise<RecentProofAsked> {
  const told = asked.data as RecentProofAsked | null | undefined
  if (told?.ways) return told
  const has = await request<{ totp: object | null; passkeys: unknown[]; recoveryCodes: number }>(
    '/api/account/factors',
    { quiet: true },
  )
  const ways: Way[] = []
  if (has.passkeys.length > 0) ways.push('passkey')
  if (has.totp) ways.push('totp')
  if (ways.length > 0 && has.recoveryCodes > 0) ways.push('recovery')
  return { ways: ways.length > 0 ? ways : ['password'] }
}

interface Ends {
  onDone: (answer: unknown) => void
  onOver: (error: CallError) => void
  onClose: () => void
}

function SecondStep({ asked, onDone, onOver, onClose }: Ends & { asked: SecondFactorAsked }) {
  useLocale()
  const added = useRef<unknown>(null)
  if (asked.enrol.length > 0) {
    // Once the factor is there the person is signed in, whether or not they read on.
    const close = () => (added.current ? onDone(added.current) : onClose())
    return (
      <Dialog title={t('enrolTitle')} width={500} onClose={close}>
        <p>{t('enrolText')}</p>
        <Loading>
          <Setup
            kinds={asked.enrol}
            setups={enrolment(asked.continuation)}
            onAdded={(answer) => {
              added.current = answer
            }}
            onDone={onDone}
            onOver={onOver}
          />
        </Loading>
      </Dialog>
    )
  }
  return (
    <Dialog title={t('secondTitle')} onClose={onClose}>
      <Verify
        ways={asked.ways}
        text={t('secondText')}
        proofs={secondStep(asked.continuation)}
        onDone={onDone}
        onOver={onOver}
      />
    </Dialog>
  )
}

function Proof({ ways, onDone, onOver, onClose }: Ends & { ways: readonly Way[] }) {
  useLocale()
  return (
    <Dialog title={t('proofTitle')} onClose={onClose}>
      {ways.length === 0 ? (
        <p>{t('proofSignIn')}</p>
      ) : (
        <Verify
          ways={ways}
          text={t('proofText')}
          proofs={recentProof}
          onDone={onDone}
          onOver={onOver}
        />
      )}
    </Dialog>
  )
}

const Loading = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<p role="status">{common('common.loading')}</p>}>{children}</Suspense>
)
