import { DataTable, TextInput } from 'react-admin'
import { MessageList } from '../../../widgets/message/MessageList'

/** The SMS that were sent. */
export function SmsList() {
  return (
    <MessageList
      to="phone"
      filters={[<TextInput key="phone" source="phone" alwaysOn resettable />]}
    >
      <DataTable.Col source="phone" disableSort />
    </MessageList>
  )
}
