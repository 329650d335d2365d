import Box from '@mui/material/Box'
import { lazy, Suspense, useState } from 'react'
import { Loading, useGetList, useLocaleState } from 'react-admin'
import { MenuIcon } from '../../../layout/Icon'
import { WHOLE_LIST } from '../../../widgets/data/reference'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { Badge } from '../../../widgets/list/Badge'
import { ChangeButton } from '../../../widgets/list/ChangeButton'
import { RemoveButton } from '../../../widgets/list/RemoveButton'
import { ScreenTitle } from '../../../widgets/list/ScreenTitle'
import { type Menu, nameOf, ROOT } from './model'

const MenuDialog = lazy(async () => ({ default: (await import('./MenuDialog')).MenuDialog }))

/** What the dialog is for: a menu that is there, or a new one, below a group or a group itself. */
interface Asked {
  record?: Menu
  within?: Menu
}

/** The menus: groups with their items. */
export function Menus() {
  const text = useText('menus')
  const [asked, ask] = useState<Asked>()
  const { data, error, isPending, refetch } = useGetList<Menu>('menus', {
    ...WHOLE_LIST,
    sort: { field: 'seq', order: 'ASC' },
  })
  if (error) return <Failure error={error} onRetry={refetch} />
  if (isPending) return <Loading />
  const below = (id: string) => data.filter(({ parentId }) => parentId === id)
  return (
    <section>
      <ScreenTitle />
      <ChangeButton variant="contained" onClick={() => ask({})}>
        {text('add')}
      </ChangeButton>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {below(ROOT).map((group) => (
          <li key={group.id}>
            <Row menu={group} isEmpty={below(group.id).length === 0} onAsk={ask} />
            <Box component="ul" sx={{ listStyle: 'none', m: 0, pl: 4 }}>
              {below(group.id).map((menu) => (
                <li key={menu.id}>
                  <Row menu={menu} isEmpty onAsk={ask} />
                </li>
              ))}
            </Box>
          </li>
        ))}
      </Box>
      {asked && (
        <Suspense>
          <MenuDialog {...asked} all={data} onClose={() => ask(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

interface RowProps {
  menu: Menu
  /** It has none below it, and can be removed. */
  isEmpty: boolean
  onAsk(asked: Asked): void
}

function Row({ menu, isEmpty, onAsk }: RowProps) {
  const text = useText('menus')
  const [locale] = useLocaleState()
  const name = nameOf(menu, locale)
  const act = (key: string, asked: Asked) => (
    <ChangeButton
      size="small"
      onClick={() => onAsk(asked)}
      aria-label={text(`${key}_of`, { name })}
    >
      {text(key)}
    </ChangeButton>
  )
  return (
    <Box sx={{ alignItems: 'center', display: 'flex', flexWrap: 'wrap', gap: 1, py: 0.5 }}>
      <MenuIcon name={menu.icon} />
      <span>{name}</span>
      {menu.url && <span data-muted>{menu.url}</span>}
      {menu.status !== '0' && <Badge>{text('closed')}</Badge>}
      {menu.parentId === ROOT && act('add_below', { within: menu })}
      {act('edit', { record: menu })}
      {isEmpty && <RemoveButton resource="menus" record={menu} name={name} />}
    </Box>
  )
}
