import Box from '@mui/material/Box'
import { useGetList, useLocaleState } from 'react-admin'
import { MenuIcon } from '../../../layout/Icon'
import { WHOLE_LIST } from '../../../widgets/data/reference'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { lazyPart } from '../../../widgets/lazyPart'
import type { Act } from '../../../widgets/list/ActsMenu'
import { Badge } from '../../../widgets/list/Badge'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { RowMenu } from '../../../widgets/list/RowMenu'
import { ScreenTitle } from '../../../widgets/list/ScreenTitle'
import { useRemoval } from '../../../widgets/list/useRemoval'
import { Waiting } from '../../../widgets/list/Waiting'
import { type Menu, nameOf, ROOT } from './model'

const MenuDialog = lazyPart(async () => (await import('./MenuDialog')).MenuDialog)

/** The menus: groups with their items. */
export function Menus() {
  const text = useText('menus')
  const { data, error, isPending, refetch } = useGetList<Menu>('menus', {
    ...WHOLE_LIST,
    sort: { field: 'seq', order: 'ASC' },
  })
  if (error) return <Failure error={error} onRetry={refetch} />
  if (isPending) return <Waiting />
  const below = (id: string) => data.filter(({ parentId }) => parentId === id)
  return (
    <section>
      <ScreenTitle />
      <DialogButton
        variant="contained"
        dialog={(onClose) => <MenuDialog all={data} onClose={onClose} />}
      >
        {text('add')}
      </DialogButton>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {below(ROOT).map((group) => (
          <li key={group.id}>
            <Row menu={group} isEmpty={below(group.id).length === 0} all={data} />
            <Box component="ul" sx={{ listStyle: 'none', m: 0, pl: 4 }}>
              {below(group.id).map((menu) => (
                <li key={menu.id}>
                  <Row menu={menu} isEmpty all={data} />
                </li>
              ))}
            </Box>
          </li>
        ))}
      </Box>
    </section>
  )
}

interface RowProps {
  menu: Menu
  /** It has none below it, and can be removed. */
  isEmpty: boolean
  all: Menu[]
}

function Row({ menu, isEmpty, all }: RowProps) {
  const text = useText('menus')
  const [locale] = useLocaleState()
  const name = nameOf(menu, locale)
  const removal = useRemoval('menus')
  const acts: Act[] = [
    {
      key: 'edit',
      label: text('edit'),
      dialog: (onClose) => <MenuDialog record={menu} {...{ all, onClose }} />,
    },
  ]
  if (menu.parentId === ROOT) {
    acts.unshift({
      key: 'add_below',
      label: text('add_below'),
      dialog: (onClose) => <MenuDialog within={menu} {...{ all, onClose }} />,
    })
  }
  if (isEmpty) acts.push(removal(menu, name))
  return (
    <Box sx={{ alignItems: 'center', display: 'flex', flexWrap: 'wrap', gap: 1, py: 0.5 }}>
      <MenuIcon name={menu.icon} />
      <span>{name}</span>
      {menu.url && <span data-muted>{menu.url}</span>}
      {menu.status !== '0' && <Badge>{text('closed')}</Badge>}
      <RowMenu name={name} acts={acts} />
    </Box>
  )
}
