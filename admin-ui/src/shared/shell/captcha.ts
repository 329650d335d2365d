import { useCallback, useEffect, useState } from 'react'
import { request } from '../http'
import { recall, remember } from '../storage'

/** The picture is asked for once the failed count exceeds this (specification, section 9). */
const FREE_FAILURES = 3

/** `GET /api/sys/captcha`. */
interface Picture {
  /** A `data:` address. */
  image: string
  key: string
}

export interface Captcha {
  /** Whether the picture has to be answered. */
  needed: boolean
  picture: Picture | null
  /** The picture could not be loaded. */
  failed: boolean
  /** Gets another picture. */
  refresh: () => void
  /** Says that the server asks for it. */
  demand: () => void
}

const failures = (): number => Number(recall('failedLogins')) || 0

/** Counts a failed sign-in on this browser. Only decides when the picture is shown unasked. */
export function countFailure(): boolean {
  remember('failedLogins', String(failures() + 1))
  return failures() > FREE_FAILURES
}

export const resetFailures = (): void => remember('failedLogins', null)

/** The picture captcha: not loaded before it is needed. */
export function useCaptcha(): Captcha {
  const [needed, setNeeded] = useState(() => failures() > FREE_FAILURES)
  const [picture, setPicture] = useState<Picture | null>(null)
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)

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

  return {
    needed,
    picture,
    failed,
    refresh: useCallback(() => setRound((before) => before + 1), []),
    demand: useCallback(() => {
      setNeeded(true)
      setRound((before) => before + 1)
    }, []),
  }
}
