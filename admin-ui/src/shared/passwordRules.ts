import { useEffect, useState } from 'react'
import { request } from './http'
import { useLocale } from './i18n'
import {
  changeProblems,
  type PasswordChange,
  type PasswordProblem,
  type PasswordRules,
  sayProblem,
} from './newPassword'

type Problems = Partial<Record<keyof PasswordChange, string>>

export interface Rules {
  /** The rule as a sentence, for a hint. */
  message: string
  /** What is wrong with each field, in the language in use; empty when the change may be sent. */
  problems: (change: PasswordChange) => Problems
}

/** The rules for new passwords that this server has; the usual ones until they are known. */
export function usePasswordRules(): Rules {
  const locale = useLocale()
  const [known, setKnown] = useState<PasswordRules>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sentence comes in the language in use.
  useEffect(() => {
    const asked = new AbortController()
    const options = { quiet: true, anonymous: true, signal: asked.signal }
    // The server checks anyway: without an answer the form goes by the usual rules.
    request<PasswordRules>('/api/sys/passwordRules', options).then(setKnown, () => undefined)
    return () => asked.abort()
  }, [locale])
  const message = known?.message ?? sayProblem('password.rule')
  const say = (key: PasswordProblem) => (key === 'password.rule' ? message : sayProblem(key))
  return {
    message,
    problems: (change) =>
      Object.fromEntries(
        Object.entries(changeProblems(change, known)).map(([name, key]) => [name, say(key)]),
      ),
  }
}
