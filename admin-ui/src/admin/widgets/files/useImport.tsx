import { useTranslate } from 'react-admin'
import { lazyPart } from '../lazyPart'
import type { Act } from '../list/ActsMenu'
import type { ImportDialogProps } from './ImportDialog'

const ImportDialog = lazyPart(async () => (await import('./ImportDialog')).ImportDialog)

/** Imports of a noun, as something that is done with its list. */
export function useImport(noun: ImportDialogProps['noun'], columns: readonly string[]) {
  const translate = useTranslate()
  return (along?: ImportDialogProps['along']): Act => ({
    key: 'import',
    label: translate('cardea.import'),
    dialog: (onClose) => (
      <ImportDialog {...{ noun, columns, onClose }} {...(along ? { along } : {})} />
    ),
  })
}
