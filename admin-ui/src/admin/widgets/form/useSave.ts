import { useState } from 'react'
import { type RaRecord, useDataProvider, useNotify } from 'react-admin'
import { isConflict, requestIdOf } from '../feedback/Failure'
import { fieldErrors } from '../feedback/say'

export type Values = Record<string, unknown>

interface Saving {
  /** The noun of the records. */
  resource: string
  /** The record that is changed; without one, a new one is made. */
  record: RaRecord | undefined
  /** The fields that the form has, with their labels. */
  labels: Readonly<Record<string, string>>
  /** Takes the place of the record's own save. */
  act: ((values: Values) => Promise<unknown>) | undefined
  onSaved?(): void
}

/** What of a refusal has no place in the form: all of it, or what it says of a field that is not there. */
function unplaced(error: unknown, labels: Saving['labels']): unknown {
  const errors = Object.entries(fieldErrors(error))
  if (errors.some(([field]) => field in labels)) return undefined
  const [first] = errors
  return first ? { message: first[1], requestId: requestIdOf(error) } : error
}

/**
 * Saves what a form has, and knows what became of it. Once a save came second, `theirs` is the newest
 * state until `settle` says that the form stands on it.
 */
export function useSave({ resource, record, labels, act, onSaved }: Saving) {
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [base, setBase] = useState(record)
  const [theirs, setTheirs] = useState<RaRecord>()

  const send = (data: Values) => {
    if (act) return act(data)
    return record
      ? dataProvider.update(resource, { id: record.id, data, previousData: record })
      : dataProvider.create(resource, { data })
  }
  const refused = async (error: unknown) => {
    if (record && isConflict(error)) {
      const newest = await dataProvider.getOne(resource, { id: record.id }).catch(setProblem)
      if (newest) setTheirs(newest.data)
      return undefined
    }
    setProblem(unplaced(error, labels))
    return fieldErrors(error)
  }
  const save = async (data: Values) => {
    setSaving(true)
    setProblem(undefined)
    try {
      await send(data)
      notify(record ? 'cardea.dialog.changed' : 'cardea.dialog.added', { type: 'success' })
      onSaved?.()
      return undefined
    } catch (error) {
      return await refused(error)
    } finally {
      setSaving(false)
    }
  }
  const settle = () => {
    setBase(theirs)
    setTheirs(undefined)
  }
  return { save, isSaving, problem, base, theirs, settle }
}
