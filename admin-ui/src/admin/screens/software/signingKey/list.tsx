import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable, SelectInput, useNotify, useRecordContext, useTranslate } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useCall } from '../../../widgets/data/useCall'
import { messageOf } from '../../../widgets/feedback/Failure'
import { Question } from '../../../widgets/feedback/Question'
import { ChangeButton } from '../../../widgets/list/ChangeButton'
import { CopyText } from '../../../widgets/list/CopyText'
import { Listing } from '../../../widgets/list/Listing'
import { TimeText } from '../../../widgets/list/TimeText'

type SigningKey = Schemas['SigningKey']

const STATES = ['next', 'current', 'retired', 'removed'].map((id) => ({
  id,
  name: `resources.signing-keys.${id}`,
}))
const ALGS = ['ES256', 'RS256', 'PS256', 'EdDSA'].map((id) => ({ id, name: id }))
const filters = [
  <SelectInput key="state" source="state" choices={STATES} alwaysOn />,
  <SelectInput key="alg" source="alg" choices={ALGS} translateChoice={false} alwaysOn />,
]
/** Enough of a thumbprint to tell keys apart. */
const SHOWN = 12

function KeyId() {
  const key = useRecordContext<SigningKey>()
  return key ? <CopyText text={key.id} shown={SHOWN} /> : null
}

function StateField() {
  const key = useRecordContext<SigningKey>()
  const translate = useTranslate()
  if (!key) return null
  return (
    <span data-muted={key.state === 'removed' || undefined}>
      {translate(`resources.signing-keys.${key.state}`)}
    </span>
  )
}

function PublishedAt() {
  return <TimeText at={useRecordContext<SigningKey>()?.publishedAt} />
}

function CurrentAt() {
  return <TimeText at={useRecordContext<SigningKey>()?.currentAt} />
}

function RetiredAt() {
  return <TimeText at={useRecordContext<SigningKey>()?.retiredAt} />
}

/** When it left the key set, or will. */
function RemovedAt() {
  const key = useRecordContext<SigningKey>()
  return <TimeText at={key?.removedAt ?? key?.removeAt} />
}

/** Replaces a key that signs, once somebody has read what that means. */
function Rotate() {
  const key = useRecordContext<SigningKey>()
  const translate = useTranslate()
  const notify = useNotify()
  const call = useCall()
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (alg: SigningKey['alg']) => call('POST /signing-keys/rotate', { body: { alg } }),
    onSuccess: ({ alg }) =>
      notify('resources.signing-keys.rotated', { type: 'info', messageArgs: { alg } }),
    onError: (error) => {
      // The server's sentence is no key: it stands for itself.
      const said = messageOf(error)
      notify(said ?? 'cardea.request_failed', { type: 'error', messageArgs: { _: said } })
    },
    onSettled: () => setAsking(false),
  })
  if (key?.state !== 'current') return null
  const { alg } = key
  return (
    <>
      <ChangeButton
        size="small"
        onClick={() => setAsking(true)}
        aria-label={`${translate('resources.signing-keys.rotate')}: ${alg}`}
      >
        {translate('resources.signing-keys.rotate')}
      </ChangeButton>
      <Question
        isOpen={asking}
        loading={isPending}
        title="resources.signing-keys.rotate_title"
        titleTranslateOptions={{ alg }}
        content="resources.signing-keys.rotate_text"
        confirm="resources.signing-keys.rotate"
        onConfirm={() => mutate(alg)}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

/** The keys that tokens are signed with, those before them and those after. */
export function SigningKeyList() {
  return (
    <Listing filters={filters} sort={{ field: 'publishedAt', order: 'DESC' }}>
      <DataTable.Col source="id" disableSort field={KeyId} />
      <DataTable.Col source="alg" disableSort />
      <DataTable.Col source="state" disableSort field={StateField} />
      <DataTable.Col source="publishedAt" field={PublishedAt} />
      <DataTable.Col source="currentAt" disableSort field={CurrentAt} />
      <DataTable.Col source="retiredAt" disableSort field={RetiredAt} />
      <DataTable.Col source="removedAt" disableSort field={RemovedAt} />
      <DataTable.Col label=" " disableSort field={Rotate} />
    </Listing>
  )
}
