import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { LinkBase, useCreatePath, useResourceContext, useTranslate } from 'react-admin'

/** Leads to the form of a new record. */
export function CreateLink() {
  const resource = useResourceContext()
  const to = useCreatePath()({ resource, type: 'create' })
  return (
    <Button component={LinkBase} to={to} variant="contained" startIcon={<Add />}>
      {useTranslate()('ra.action.create')}
    </Button>
  )
}
