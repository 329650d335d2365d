import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type RaRecord, useDataProvider, useNotify, useTranslate } from 'react-admin'
import { messageOf } from '../feedback/Failure'
import { Question } from '../feedback/Question'
import { ChangeButton } from './ChangeButton'

interface RemoveButtonProps {
  /** The noun of the records. */
  resource: string
  record: RaRecord
  /** What the record is called. */
  name: string
  onRemoved?: () => void
}

/** Removes a record after a question. What holds it, the server says. */
export function RemoveButton({ resource, record, name, onRemoved }: RemoveButtonProps) {
  const translate = useTranslate()
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataProvider.delete(resource, { id: record.id, previousData: record }),
    onSuccess: () => {
      notify('cardea.dialog.removed', { type: 'success' })
      onRemoved?.()
    },
    onError: (error) => {
      // The server's sentence is no key: it stands for itself.
      const said = messageOf(error)
      notify(said ?? 'cardea.request_failed', { type: 'error', messageArgs: { _: said } })
    },
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <ChangeButton
        size="small"
        color="error"
        onClick={() => setAsking(true)}
        aria-label={`${translate('ra.action.delete')}: ${name}`}
      >
        {translate('ra.action.delete')}
      </ChangeButton>
      <Question
        isOpen={asking}
        loading={isPending}
        title={name}
        content="cardea.dialog.remove"
        onConfirm={() => mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
