import { type RaRecord, SelectInput, useGetList } from 'react-admin'
import { inOrder, WHOLE_LIST } from '../data/reference'
import { Failure } from '../feedback/Failure'

interface ItemSelectProps {
  source: string
  /** The category of the dictionary. */
  categoryId: string
  /** Whose form it is: its own items are offered with those that all tenants share. */
  tenantId: string
}

/** An item of a dictionary, or none. Items below another follow it, under both names. */
export function ItemSelect({ source, categoryId, tenantId }: ItemSelectProps) {
  const filter = { categoryId, tenantId }
  const { data, error, isPending, refetch } = useGetList('dictionary-items', {
    filter,
    ...WHOLE_LIST,
  })
  if (error) return <Failure error={error} onRetry={refetch} />
  return (
    <SelectInput
      // The input takes its choices in when it mounts, and complains of a value it does not know.
      key={isPending ? 'loading' : 'ready'}
      source={source}
      choices={choices(inOrder(data))}
      isPending={isPending}
      translateChoice={false}
      // An empty text would be no item's id.
      parse={(id: string) => id || null}
    />
  )
}

function choices(items: RaRecord[]): { id: unknown; name: string }[] {
  const below = (id: unknown) => items.filter((item) => item.parentId === id)
  const top = items.filter((item) => !items.some(({ id }) => id === item.parentId))
  return top.flatMap((item) => [
    { id: item.id, name: String(item.dicName) },
    ...below(item.id).map((child) => ({
      id: child.id,
      name: `${item.dicName} / ${child.dicName}`,
    })),
  ])
}
