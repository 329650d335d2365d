import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { AdminContext, DataTable, memoryStore } from 'react-admin'
import { expect, it } from 'vitest'
import { dataProvider } from '../../dataProvider'
import { createI18nProvider } from '../../i18nProvider'
import { listing, startConsole } from '../../testing'
import { SideTable } from './SideTable'

const server = startConsole()
const THINGS = Array.from({ length: 25 }, (_, at) => ({ id: `t${at}`, name: `Thing ${at}` }))

/** A table of its own, over so many things. */
function open(many: number) {
  server.use(
    http.get('/api/admin/things', ({ request }) => {
      const [from, to] = JSON.parse(new URL(request.url).searchParams.get('range') ?? '[0,9]')
      return listing(THINGS.slice(0, many).slice(from, to + 1), many)
    }),
  )
  render(
    <AdminContext
      dataProvider={dataProvider}
      i18nProvider={createI18nProvider()}
      store={memoryStore()}
    >
      <SideTable title="Things" resource="things" filter={{}} empty="None">
        <DataTable.Col source="name" disableSort />
      </SideTable>
    </AdminContext>,
  )
  return userEvent.setup({ delay: null })
}

const shown = () => screen.getAllByRole('row').length - 1

it('offers the page sizes of every table', async () => {
  const user = open(25)
  await screen.findByText('Thing 9')
  expect(shown()).toBe(10)
  const sizes = screen.getByRole('combobox', { name: /^Things: / })
  const offered = [...sizes.querySelectorAll('option')].map(({ textContent }) => textContent)
  expect(offered).toEqual(['10', '20', '50', '100'])
  await user.selectOptions(sizes, '20')
  await screen.findByText('Thing 19')
  expect(shown()).toBe(20)
  await user.selectOptions(sizes, '50')
  await waitFor(() => expect(shown()).toBe(25))
})

it('offers nothing where all rows are there', async () => {
  open(10)
  await screen.findByText('Thing 9')
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.queryByRole('navigation')).toBeNull()
})

it('stands in grey until its rows come', async () => {
  open(10)
  const waiting = await screen.findByRole('progressbar', { name: 'Loading' })
  expect(waiting.getAttribute('aria-busy')).toBe('true')
  await screen.findByText('Thing 9')
  expect(screen.queryByRole('progressbar')).toBeNull()
})
