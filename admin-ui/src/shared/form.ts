import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError, type FieldErrors } from './http'
import { t } from './i18n'

/** What is wrong with fields, by name: sentences in the language in use; none where nothing is. */
export type Problems<Name extends string> = { [Field in Name]?: string | undefined }

/** The sentence for a call that failed. */
export const sentence = (error: unknown): string =>
  error instanceof CallError ? error.message : t('error.unexpected')

/** Work that is done once at a time, however often it is asked for, and what it is meanwhile. */
export function useWork<What>() {
  const running = useRef(false)
  const [busy, setBusy] = useState<What | null>(null)
  /** Does it and answers what it does; nothing while something else is done. */
  const run = async <T>(what: What, work: () => Promise<T>): Promise<T | undefined> => {
    if (running.current) return undefined
    running.current = true
    setBusy(what)
    try {
      return await work()
    } finally {
      running.current = false
      setBusy(null)
    }
  }
  return { busy, run }
}

interface Wishes<Name extends string> {
  /** What the fields begin with. */
  begin: Record<Name, string> | (() => Record<Name, string>)
  /** What is wrong; nothing when the form may be sent. */
  check: (values: Record<Name, string>) => Problems<Name>
  /** Sends what was filled in; throws `CallError`. */
  send: (values: Record<Name, string>) => Promise<void>
  /** The server's words for fields, where it has other names for them. */
  served?: (errors: FieldErrors) => Problems<NoInfer<Name>>
  /** Sees a refusal before anybody does; true where nothing more is to be said. */
  refused?: (call: CallError | null) => boolean | undefined
  /** The field that is typed again after a refusal that blames none: its text is selected. */
  again?: NoInfer<Name>
}

/** A form: what is typed, what is wrong with it, and its sending, once at a time. */
export function useForm<Name extends string>(wishes: Wishes<Name>) {
  const ref = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(wishes.begin)
  const [problems, setProblems] = useState<Problems<Name>>({})
  const [alert, setAlert] = useState('')
  const [shown, setShown] = useState({})
  const { busy, run } = useWork<true>()

  // Once it is drawn, whoever cannot see it is taken to what is wrong first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that something is shown, and never else.
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [shown])

  const set = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setProblems((before) => ({ ...before, [name]: undefined }))
  }
  const show = (found: Problems<Name>, text = '') => {
    setAlert(text)
    setProblems(found)
    setShown({})
  }
  const refuse = (error: unknown) => {
    const call = error instanceof CallError ? error : null
    if (wishes.refused?.(call)) return
    const errors = call?.errors ?? {}
    show((wishes.served ? wishes.served(errors) : errors) as Problems<Name>, sentence(error))
    ref.current?.querySelector<HTMLInputElement>(`[name="${wishes.again}"]`)?.select()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // What is being sent stays as it was said to be.
    if (busy) return
    const found = wishes.check(values)
    show(found)
    const wrong = Object.values(found).some(Boolean)
    if (!wrong) void run(true, () => wishes.send(values).catch(refuse))
  }
  /** What an input is given. */
  const bind = (name: Name) => ({
    name,
    value: values[name],
    error: problems[name],
    onChange: (value: string) => set(name, value),
  })
  const form = { ref, noValidate: true, onSubmit }
  return { form, values, problems, alert, busy: Boolean(busy), bind, set, show }
}
