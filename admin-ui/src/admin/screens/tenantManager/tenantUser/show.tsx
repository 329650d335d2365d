import { ShowBase, useRecordContext } from 'react-admin'
import { hasMenu } from '../../../widgets/access/hasMenu'
import { useReader } from '../../../widgets/access/reach'
import { useOwnText, useText } from '../../../widgets/data/useText'
import { HistoryTab } from '../../../widgets/history/HistoryTab'
import { lazyPart } from '../../../widgets/lazyPart'
import { CopyText } from '../../../widgets/list/CopyText'
import { TimeText } from '../../../widgets/list/TimeText'
import { RecordPage } from '../../../widgets/record/RecordPage'
import { MemberActs } from './Acts'
import { MemberState } from './MemberState'
import type { Member } from './model'

const Grants = lazyPart(async () => (await import('../../systemManger/user/Grants')).Grants)

/** The page of a tenant's user: who they are in the tenant, and what they are authorised for in it. */
export function TenantUserShow() {
  return (
    <ShowBase>
      <Membership />
    </ShowBase>
  )
}

function Membership() {
  const member = useRecordContext<Member>()
  const text = useText('tenant-users')
  const own = useOwnText('record')
  const grants = useOwnText('grants')
  const reader = useReader()
  if (!member) return null
  const { id, userId } = member
  return (
    <RecordPage
      name={member.fullName}
      facts={[
        [text('fields.userName'), member.userName],
        [text('fields.tenantName'), member.tenantName],
        [text('fields.roleName'), member.roleName],
        [text('fields.enabled'), <MemberState key="state" />],
        [text('fields.email'), member.email],
        [text('fields.phone'), member.phone],
        [text('fields.departmentName'), member.departmentName],
        [text('fields.joinDate'), <TimeText key="joined" at={member.joinDate} />],
        [text('fields.address'), member.address],
        ['ID', <CopyText key="id" text={userId} shown={13} />],
      ]}
      acts={<MemberActs />}
      tabs={[
        ...(hasMenu(reader, 'projectManager/userAllowed')
          ? [{ key: 'access', label: grants('title'), content: <Grants userId={userId} /> }]
          : []),
        {
          key: 'history',
          label: own('history'),
          content: <HistoryTab resource="tenant-users" id={id} />,
        },
      ]}
    />
  )
}
