import { type RaRecord, useDataProvider, useNotify, useTranslate } from 'react-admin'
import type { Act } from './ActsMenu'
import { Asking } from './Asking'

/** Removes records of a noun, each after a question; `onRemoved` leads away from a page about the record. */
export function useRemoval(noun: string, onRemoved?: () => void) {
  const translate = useTranslate()
  const dataProvider = useDataProvider()
  const notify = useNotify()
  return (record: RaRecord, title: string, confirm?: string): Act => ({
    key: 'remove',
    label: translate('ra.action.delete'),
    dialog: (onClose) => (
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
    ),
  })
}
