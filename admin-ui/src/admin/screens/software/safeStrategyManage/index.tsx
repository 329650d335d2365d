import type { Schemas } from '../../../../shared/api'
import { useAnswer, useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { LineInput } from '../../../widgets/form/dialogInputs'
import { InlineForm } from '../../../widgets/form/InlineForm'
import { isBlank } from '../../../widgets/form/merging'
import { type Rule, text as trimmed } from '../../../widgets/form/rules'
import { ScreenTitle } from '../../../widgets/list/ScreenTitle'

type Strategy = Schemas['SecurityStrategy']

const FIELDS = ['validityTime', 'expiredDay', 'remindDay'] as const
/** There is one strategy. */
const ID = { path: { id: '1' } }

/** When sessions end and passwords expire, for the whole platform. */
export function SafeStrategy() {
  // Not read anew under somebody's hands: only when it opens, and after a save.
  const calm = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY }
  const { data, error, refetch } = useAnswer('GET /security-strategy/{id}', ID, calm)
  return (
    <>
      <ScreenTitle />
      {error && <Failure error={error} onRetry={refetch} />}
      {data && <StrategyForm key={data.version} strategy={data} />}
    </>
  )
}

/** What was typed as a number; text that is none goes as it is, for the server to say so. */
const numberOf = (typed: unknown) => (isBlank(typed) ? null : Number(typed))

function StrategyForm({ strategy }: { strategy: Strategy }) {
  const call = useCall()
  const text = useText('security-strategy')
  const number =
    (missing: string): Rule =>
    (value) => {
      const typed = trimmed(value)
      if (typed === '') return missing
      return /^\d{1,9}$/.test(typed) ? undefined : text('need_number')
    }
  const days = number(text('need_number'))
  return (
    <InlineForm
      resource="security-strategy"
      record={strategy}
      fields={FIELDS}
      act={({ version, validityTime, expiredDay, remindDay }) =>
        call('PUT /security-strategy/{id}', {
          ...ID,
          body: {
            version: Number(version),
            validityTime: numberOf(validityTime),
            expiredDay: numberOf(expiredDay),
            remindDay: numberOf(remindDay),
          },
        })
      }
    >
      <LineInput
        source="validityTime"
        type="number"
        isRequired
        validate={number(text('need_time'))}
        helperText={text('time_hint')}
      />
      <LineInput source="expiredDay" type="number" validate={days} helperText={text('days_hint')} />
      <LineInput
        source="remindDay"
        type="number"
        validate={days}
        helperText={text('remind_hint')}
      />
    </InlineForm>
  )
}
