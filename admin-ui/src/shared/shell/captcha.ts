import { useCallback, useEffect, useState } from 'react'
import { FREE_FAILURES } from '../constants'
import { sentence } from '../form'
import { type CallError, request } from '../http'
import { recall, remember } from '../storage'

/** `GET /api/sys/captcha`. */
interface Picture {
  /** A `data:` address. */
  image: string
  key: string
}

/** What goes along with a call that asks for a captcha. */
export interface CaptchaAnswer {
  captcha: string
  checkKey: string
}

export interface Captcha {
  /** Whether it has to be answered. */
  needed: boolean
  picture: Picture | null
  /** The picture could not be loaded. */
  failed: boolean
  /** Gets another picture. */
  refresh: () => void
  /** Says that the server asks for it. */
  demand: () => void
  /** What the browser's own work led to, which does in the place of the picture; for one call. */
  worked: CaptchaAnswer | null
  setWorked: (answer: CaptchaAnswer) => void
  /** The answer as a call sends it; `typed` is what the person read. */
  answer: (typed: string) => CaptchaAnswer
}

const failures = (): number => Number(recall('failedLogins')) || 0

/** Counts a failed sign-in on this browser. Only decides when the picture is shown unasked. */
function countFailure(): boolean {
  remember('failedLogins', String(failures() + 1))
  return failures() > FREE_FAILURES
}

export const resetFailures = (): void => remember('failedLogins', null)

/** Whether the failures on this browser alone ask for the captcha of the password form. */
export const hasFailedOften = (): boolean => failures() > FREE_FAILURES

/** The captcha: not loaded before it is needed. */
export function useCaptcha(atOnce = false): Captcha {
  const [needed, setNeeded] = useState(atOnce)
  const [picture, setPicture] = useState<Picture | null>(null)
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  const [worked, setWorked] = useState<CaptchaAnswer | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks for a new picture.
  useEffect(() => {
    if (!needed) return
    const asked = new AbortController()
    setFailed(false)
    request<Picture>('/api/sys/captcha', {
      quiet: true,
      anonymous: true,
      signal: asked.signal,
    }).then(setPicture, () => {
      if (asked.signal.aborted) return
      setPicture(null)
      setFailed(true)
    })
    return () => asked.abort()
  }, [needed, round])

  const refresh = useCallback(() => {
    setWorked(null)
    setRound((before) => before + 1)
  }, [])
  return {
    needed,
    picture,
    failed,
    refresh,
    demand: useCallback(() => {
      setNeeded(true)
      refresh()
    }, [refresh]),
    worked,
    setWorked,
    answer: (typed) => worked ?? { captcha: typed.trim(), checkKey: picture?.key ?? '' },
  }
}

/** What a form with a captcha shows of a refusal. */
interface Shows {
  set: (name: 'captcha', value: string) => void
  show: (problems: { captcha: string }) => void
}

/**
 * Sees the refusal of a call that wants a password, and a captcha after too many wrong ones: there is
 * another picture where one has to be answered. True where it was read wrong, and that was said.
 */
export function seeRefusal(captcha: Captcha, form: Shows, call: CallError | null): boolean {
  const many = call?.code === '701' && countFailure()
  const asked = (call?.data as { captchaRequired?: boolean } | null)?.captchaRequired
  const unread = call?.code === '21018'
  if (captcha.needed || many || asked || unread) captcha.demand()
  form.set('captcha', '')
  if (unread) form.show({ captcha: sentence(call) })
  return unread
}
