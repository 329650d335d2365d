import { type RaRecord, useDataProvider, useNotify, useTranslate } from 'react-admin'
import type { Act } from './ActsMenu'
import { Asking } from './Asking'

interface RemovalProps {
  noun: string
  record: RaRecord
  title: string
  confirm: string | undefined
  onRemoved: (() => void) | undefined
  onClose(): void
}

/** The question before a record is removed. Every row of a list has one: what removes it is there once it is asked. */
function Removal({ noun, record, title, confirm, onRemoved, onClose }: RemovalProps) {
  const dataProvider = useDataProvider()
  const notify = useNotify()
  return (
    <Asking
      title={title}
      {...(confirm ? { confirm } : {})}
      content="cardea.dialog.remove"
      confirmColor="warning"
      act={() => dataProvider.delete(noun, { id: record.id, previousData: record })}
      onDone={() => {
        notify('cardea.dialog.removed', { type: 'success' })
        onRemoved?.()
      }}
      onClose={onClose}
    />
  )
}

/** Removes records of a noun, each after a question; `onRemoved` leads away from a page about the record. */
export function useRemoval(noun: string, onRemoved?: () => void) {
  const translate = useTranslate()
  return (record: RaRecord, title: string, confirm?: string): Act => ({
    key: 'remove',
    label: translate('ra.action.delete'),
    dialog: (onClose) => <Removal {...{ noun, record, title, confirm, onRemoved, onClose }} />,
  })
}
