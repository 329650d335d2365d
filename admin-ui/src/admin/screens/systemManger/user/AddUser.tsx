import Add from '@mui/icons-material/Add'
import { LinkBase, useCreatePath, useTranslate } from 'react-admin'
import { hasMenu } from '../../../widgets/access/hasMenu'
import { useReader } from '../../../widgets/access/reach'
import { useText } from '../../../widgets/data/useText'
import { ReadDialog } from '../../../widgets/feedback/ReadDialog'
import { DialogButton } from '../../../widgets/list/DialogButton'
import styles from './user.module.css'

const MEMBERS = 'tenantManager/tenantUser'

/** Adds a user: asks first whose they are, as the platform's people and a tenant's come in different ways. */
export function AddUser() {
  const translate = useTranslate()
  const members = hasMenu(useReader(), MEMBERS)
  const create = useCreatePath()({ resource: 'users', type: 'create' })
  return (
    <DialogButton
      variant="contained"
      startIcon={<Add />}
      dialog={(onClose) => <Kinds {...{ create, members, onClose }} />}
    >
      {translate('ra.action.create')}
    </DialogButton>
  )
}

interface KindsProps {
  /** The form of an account of the platform. */
  create: string
  /** Whether the reader sees the users of tenants. */
  members: boolean
  onClose(): void
}

function Kinds({ create, members, onClose }: KindsProps) {
  const text = useText('users')
  return (
    <ReadDialog title={text('kind.title')} onClose={onClose}>
      <ul className={styles.kinds}>
        <li>
          <LinkBase to={create}>{text('kind.platform')}</LinkBase>
          <p>{text('kind.platform_text')}</p>
        </li>
        <li>
          {members ? (
            <LinkBase to={`/index/${MEMBERS}`}>{text('kind.member')}</LinkBase>
          ) : (
            <strong>{text('kind.member')}</strong>
          )}
          <p>{text(members ? 'kind.member_text' : 'kind.member_elsewhere')}</p>
        </li>
      </ul>
    </ReadDialog>
  )
}
