import { email, required, SelectInput, TextInput, useGetList } from 'react-admin'
import { RecordCreate, RecordEdit } from '../../../widgets/RecordForm'
import styles from '../../../widgets/RecordForm.module.css'

/** Tenant categories: dictionary category 1 of the platform (tenant 0). */
const CATEGORIES = { categoryId: '1', tenantId: '0' }
/** Reference lists are read whole, as specified. */
const REFERENCE_PAGE = { page: 1, perPage: 1000 }

interface DictionaryItem {
  id: string
  dicName: string
  sort: number
}

/** A phone number is optional; given, it is a number and made of digits only. */
export function telephone(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (Number.isNaN(Number(value))) return 'cardea.tenant.tel_number'
  return /^\d+$/.test(value) ? undefined : 'cardea.tenant.tel_format'
}

function CategoryInput() {
  const { data, isPending } = useGetList<DictionaryItem>('dictionary-items', {
    filter: CATEGORIES,
    pagination: REFERENCE_PAGE,
    sort: { field: 'id', order: 'ASC' },
  })
  const choices = [...(data ?? [])].sort((a, b) => a.sort - b.sort)
  return (
    <SelectInput
      source="categoryId"
      choices={choices}
      isPending={isPending}
      optionText="dicName"
      validate={required()}
    />
  )
}

function TenantInputs() {
  return (
    <>
      <TextInput source="tenantName" validate={required()} autoFocus />
      <TextInput source="abbr" validate={required()} />
      <CategoryInput />
      <TextInput source="contact" autoComplete="off" />
      <TextInput source="tel" type="tel" validate={telephone} autoComplete="off" />
      <TextInput source="email" type="email" validate={email()} autoComplete="off" />
      <TextInput source="postcode" autoComplete="off" />
      <TextInput source="address" className={styles.wide} autoComplete="off" />
    </>
  )
}

/** Adds a tenant. */
export function TenantCreate() {
  return (
    <RecordCreate>
      <TenantInputs />
    </RecordCreate>
  )
}

/** Changes a tenant. */
export function TenantEdit() {
  return (
    <RecordEdit>
      <TenantInputs />
    </RecordEdit>
  )
}
