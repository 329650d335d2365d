import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError, request } from '../http'
import { t as say } from '../i18n'
import { NUMERIC_CODE, PHONE } from '../patterns'
import { type Captcha, useCaptcha } from './captcha'
import { t } from './codeTexts'

/** Seconds until another code may be asked for (specification, portal and sign-in, section 9). */
const RESEND_SECONDS = 60

/** What a call that sends a code answers. */
interface Sent {
  /** Seconds until another may be asked for; a server that does not say means {@link RESEND_SECONDS}. */
  resendSeconds?: number
}

/** What is wrong with a phone, in the language in use; empty when it may be sent. */
export function phoneProblem(phone: string): string {
  if (phone.trim() === '') return t('phoneBlank')
  return PHONE.test(phone.trim()) ? '' : t('phoneWrong')
}

/** Whether it can be a code; whether it is the one that was sent, the server knows. */
export const isCode = (code: string): boolean => NUMERIC_CODE.test(code)

/** What is wrong with a code by SMS, in the language in use; empty when it may be sent. */
export function codeProblem(code: string): string {
  if (code.trim() === '') return t('codeBlank')
  return isCode(code) ? '' : t('codeWrong')
}

/** A code as it is typed or pasted: digits only, at most 8: usually 6, more while codes are guessed. */
export const digits = (typed: string): string => typed.replace(/\D/g, '').slice(0, 8)

export interface Codes {
  captcha: Captcha
  /** What was read in the picture. */
  typed: string
  setTyped: (value: string) => void
  captchaError: string | undefined
  /** A message about the last wish; empty when there is none. */
  problem: string
  busy: boolean
  /** Seconds until the next wish is granted; 0: now. */
  left: number
  /** Seconds that are waited after the last one. */
  wait: number
  /** How many were sent from here. */
  sent: number
  send: () => Promise<void>
}

/**
 * Asks for codes by `path`. After a success the next has to wait; after a failure it does not
 * (section 4). The captcha is asked for when the server does. Where somebody must be signed in,
 * `anonymous` is false, and a session that ended is renewed first.
 */
export function useCodes(path: string, json: Record<string, string>, anonymous = true): Codes {
  const captcha = useCaptcha()
  const [typed, setTyped] = useState('')
  const [captchaError, setCaptchaError] = useState<string>()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(0)
  const [wait, setWait] = useState(RESEND_SECONDS)
  const { left, start } = useCountdown()
  const sending = useRef(false)

  const send = async () => {
    if (sending.current || left > 0) return
    setProblem('')
    setCaptchaError(undefined)
    if (captcha.needed && !captcha.worked && typed.trim() === '') {
      setCaptchaError(t('captchaBlank'))
      return
    }
    sending.current = true
    setBusy(true)
    try {
      const answer = captcha.needed ? captcha.answer(typed) : {}
      const call = { method: 'POST', quiet: true, anonymous } as const
      const said = await request<Sent | null>(path, { ...call, json: { ...json, ...answer } })
      const seconds = said?.resendSeconds ?? RESEND_SECONDS
      setSent((before) => before + 1)
      setWait(seconds)
      start(seconds)
      // A captcha is good for one call.
      if (captcha.needed) captcha.refresh()
    } catch (error) {
      const call = error instanceof CallError ? error : null
      const message = Object.values(call?.errors ?? {})[0] ?? call?.message
      if (call?.code === '21018') {
        if (captcha.needed) setCaptchaError(message)
        else setProblem(message ?? '')
        captcha.demand()
      } else {
        if (captcha.needed) captcha.refresh()
        setProblem(message ?? say('error.unexpected'))
      }
    } finally {
      setTyped('')
      sending.current = false
      setBusy(false)
    }
  }
  return { captcha, typed, setTyped, captchaError, problem, busy, left, wait, sent, send }
}

/** Seconds that are left of a time; by the clock, as timers of hidden tabs are late. */
function useCountdown() {
  const [end, setEnd] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (end === 0) return
    const look = () => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(now)
      if (now === 0) setEnd(0)
    }
    const timer = setInterval(look, 500)
    return () => clearInterval(timer)
  }, [end])
  const start = useCallback((seconds: number) => {
    setLeft(seconds)
    setEnd(Date.now() + seconds * 1000)
  }, [])
  return { left, start }
}
