import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefresh, useTranslate } from 'react-admin'
import { DaysPicker } from '../../../widgets/DaysPicker'
import { Failure } from '../../../widgets/Failure'
import { FormDialog } from '../../../widgets/FormDialog'
import { fieldErrors, useSay } from '../../../widgets/say'
import { daysOf, GLOBAL, type Holidays, readHolidays, saveHolidays } from './api'
import { useTexts } from './texts'

interface EditProps {
  /** The tenant, or the global calendar. */
  id: string
  name: string
  onClose(): void
}

/** The dialog of a calendar, once it is read. */
export function Edit(props: EditProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['holidays', props.id],
    queryFn: ({ signal }) => readHolidays(props.id, signal),
    retry: false,
    // Read anew each time it opens: what is saved has a version.
    gcTime: 0,
    staleTime: 0,
  })
  if (error) return <Failure error={error} onRetry={refetch} />
  return data ? <Days holidays={data} {...props} /> : null
}

function Days({ holidays, id, name, onClose }: EditProps & { holidays: Holidays }) {
  const text = useTexts()
  const say = useSay()
  const refresh = useRefresh()
  const save = useTranslate()('ra.action.save')
  const [law, setLaw] = useState(() => daysOf(holidays.lawHolidays))
  const [extra, setExtra] = useState(() => daysOf(holidays.extraWorkdays))
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      saveHolidays(id, {
        version: holidays.version,
        lawHolidays: law.join(','),
        extraWorkdays: extra.join(','),
      }),
    onSuccess: () => {
      onClose()
      say.done(text('saved'))
      refresh()
    },
  })
  const errors = fieldErrors(error)
  const count = (inAll: number, inYear: number, year: number) =>
    `${text('chosen', { count: inAll })} · ${text('chosen_in', { count: inYear, year })}`
  return (
    <FormDialog
      title={id === GLOBAL ? text('global_title') : text('title', { name })}
      text={text('hint')}
      submit={save}
      wide
      {...{ isPending, error, onClose }}
      onSubmit={() => mutate()}
    >
      <DaysPicker
        label={text('law')}
        days={law}
        onChange={setLaw}
        problem={errors.lawHolidays}
        count={count}
      />
      <DaysPicker
        label={text('extra')}
        days={extra}
        onChange={setExtra}
        problem={errors.extraWorkdays}
        count={count}
      />
    </FormDialog>
  )
}
