import type { CallName } from '../../../shared/api'
import { useText } from '../data/useText'
import { useSay } from '../feedback/say'
import type { Act } from '../list/ActsMenu'

/**
 * The file of a list as it is filtered, as something that is done with the list. Its words are `export`, `export_name`
 * and `exported` of the noun.
 */
export function useExport(noun: string, call: Extract<CallName, `POST ${string}/export`>) {
  const text = useText(noun)
  const say = useSay()
  const save = async (filter: Record<string, string>) => {
    try {
      const { download, stamp } = await import('./download')
      await download({ call, body: filter, name: `${text('export_name')}${stamp()}.zip` })
      say.done(text('exported'))
    } catch (error) {
      say.failed(error)
    }
  }
  return (filter: Record<string, string>): Act => ({
    key: 'export',
    label: text('export'),
    looking: true,
    act: () => void save(filter),
  })
}
