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
export function useRemoval({ resource, record, name, onRemoved }: RemoveButtonProps) {
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
  return {
    act: { key: 'remove', label: translate('ra.action.delete'), act: () => setAsking(true) },
    question: (
      <Question
        isOpen={asking}
        loading={isPending}
        title={name}
        content="cardea.dialog.remove"
        confirmColor="warning"
        onConfirm={() => mutate()}
        onClose={() => setAsking(false)}
      />
    ),
  }
}

/** The button for it. */
export function RemoveButton(props: RemoveButtonProps) {
  const { act, question } = useRemoval(props)
  return (
    <>
      <ChangeButton size="small" onClick={act.act} aria-label={`${act.label}: ${props.name}`}>
        {act.label}
      </ChangeButton>
      {question}
    </>
  )
}
