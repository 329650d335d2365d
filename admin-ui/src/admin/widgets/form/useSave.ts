import { useState } from 'react'
import { type RaRecord, useDataProvider, useTranslate } from 'react-admin'
import { isConflict, requestIdOf } from '../feedback/Failure'
import { fieldErrors, useSay } from '../feedback/say'
import { useLabels } from './useLabels'

export type Values = Record<string, unknown>

export interface Saving<A> {
  /** The noun of the records. */
  resource: string
  /** The record that is changed; without one, a new one is made. */
  record?: RaRecord | undefined
  /** The fields that the form has. */
  fields?: readonly string[] | undefined
  /** Takes the place of the record's own save; it may ask who is there. */
  act?: ((values: Values) => Promise<A>) | undefined
  /** What is said once it is done; nothing, where that is said elsewhere. */
  done?: ((answer: A) => string | undefined) | undefined
  onSaved?: ((answer: A, values: Values) => void) | undefined
}

/** What of a refusal has no place in the form: all of it, or what it says of a field that is not there. */
function unplaced(error: unknown, labels: Saved['labels']): unknown {
  const errors = Object.entries(fieldErrors(error))
  if (errors.some(([field]) => field in labels)) return undefined
  const [first] = errors
  return first ? { message: first[1], requestId: requestIdOf(error) } : error
}

/**
 * Saves what a form has, and knows what became of it. Once a save came second, `theirs` is the newest
 * state until `settle` says that the form stands on it.
 */
export function useSave<A = unknown>(saving: Saving<A>) {
  const { resource, record, fields = [], act, done, onSaved } = saving
  const dataProvider = useDataProvider()
  const translate = useTranslate()
  const say = useSay()
  const labels = useLabels(resource, fields)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  // After a first conflict the form stands on what was read then.
  const [read, setRead] = useState<RaRecord>()
  const [theirs, setTheirs] = useState<RaRecord>()
  const base = read ?? record

  const send = async (data: Values): Promise<A> => {
    if (act) return act(data)
    const saved = record
      ? await dataProvider.update(resource, { id: record.id, data, previousData: record })
      : await dataProvider.create(resource, { data })
    return saved.data
  }
  const refused = async (error: unknown) => {
    if (!record || !isConflict(error)) {
      setProblem(unplaced(error, labels))
      return fieldErrors(error)
    }
    const newest = await dataProvider.getOne(resource, { id: record.id }).catch(setProblem)
    if (!newest) return undefined
    if (newest.data.version === base?.version) setProblem(error)
    else setTheirs(newest.data)
    return undefined
  }
  const save = async (data: Values) => {
    setSaving(true)
    setProblem(undefined)
    try {
      const answer = await send(data)
      const said = done
        ? done(answer)
        : translate(record ? 'cardea.dialog.changed' : 'cardea.dialog.added')
      if (said) say.done(said)
      onSaved?.(answer, data)
      return undefined
    } catch (error) {
      return await refused(error)
    } finally {
      setSaving(false)
    }
  }
  const settle = () => {
    setRead(theirs)
    setTheirs(undefined)
  }
  return { save, isSaving, problem, base, theirs, settle, labels }
}

export type Saved = Omit<ReturnType<typeof useSave>, 'save'>
