import { DataTable, TextInput } from 'react-admin'
import { MessageList } from '../../../widgets/message/MessageList'

/** The e-mails that were sent. */
export function EmailList() {
  return (
    <MessageList
      to="to"
      filters={[
        <TextInput key="to" source="to" alwaysOn resettable />,
        <TextInput key="subject" source="subject" alwaysOn resettable />,
      ]}
    >
      <DataTable.Col source="to" disableSort />
      <DataTable.Col source="subject" disableSort />
    </MessageList>
  )
}
