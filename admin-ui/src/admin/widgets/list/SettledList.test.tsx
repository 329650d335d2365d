import { act, render, screen } from '@testing-library/react'
import { CoreAdminContext, type DataProvider, ListBase, useListContext } from 'react-admin'
import { expect, it } from 'vitest'
import { SettledList } from './SettledList'

const seen = { asked: 0, drawn: 0, refetch: (): unknown => undefined }
const records = [{ id: '1' }]
const dataProvider = {
  getList: async () => {
    seen.asked += 1
    return { data: records.map((record) => ({ ...record })), total: records.length }
  },
} as unknown as DataProvider

function Drawing() {
  const { isPending, data, refetch } = useListContext()
  seen.drawn += 1
  seen.refetch = refetch
  return <p>{isPending ? 'nothing yet' : `records: ${data?.length}`}</p>
}

const again = () => act(async () => void (await seen.refetch()))

it('draws a list again for other records, and not for asking for the same ones again', async () => {
  render(
    <CoreAdminContext dataProvider={dataProvider}>
      <ListBase resource="users" disableAuthentication>
        <SettledList>
          <Drawing />
        </SettledList>
      </ListBase>
    </CoreAdminContext>,
  )
  await screen.findByText('records: 1')
  expect(seen).toMatchObject({ asked: 1, drawn: 2 })
  await again()
  expect(seen).toMatchObject({ asked: 2, drawn: 2 })
  records.push({ id: '2' })
  await again()
  await screen.findByText('records: 2')
  expect(seen).toMatchObject({ asked: 3, drawn: 3 })
})
