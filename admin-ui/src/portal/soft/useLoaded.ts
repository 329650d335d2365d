import { useEffect, useState } from 'react'
import { CallError } from '../../shared/http'
import { t, useLocale } from '../../shared/i18n'

export interface Loading<T> {
  /** Null until it is known. */
  value: T | null
  /** Why it could not be loaded; empty while there is no problem. */
  problem: string
  retry: () => void
}

/** What `load` answers: asked for in each language, and again by `retry`. `load` must not change. */
export function useLoaded<T>(load: () => Promise<T>): Loading<T> {
  const locale = useLocale()
  const [value, setValue] = useState<T | null>(null)
  const [problem, setProblem] = useState('')
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: names come in the language in use.
  useEffect(() => {
    let wanted = true
    setProblem('')
    load().then(
      (loaded) => wanted && setValue(loaded),
      (error: unknown) =>
        wanted && setProblem(error instanceof CallError ? error.message : t('error.unexpected')),
    )
    return () => {
      wanted = false
    }
  }, [load, locale, round])

  return { value, problem, retry: () => setRound(round + 1) }
}
