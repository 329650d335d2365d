import Button from '@mui/material/Button'
import { useState } from 'react'
import { TextInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { useText } from '../../../widgets/data/useText'
import { filled } from '../../../widgets/form/rules'
import { lazyPart } from '../../../widgets/lazyPart'
import { useSettled } from '../../../widgets/list/useSettled'
import { NextTimes } from './NextTimes'
import styles from './task.module.css'

const CronDialog = lazyPart(async () => (await import('./CronDialog')).CronDialog)

/** The expression, what it means, and a dialog that builds it. */
export function CronInput() {
  const text = useText('tasks')
  const { setValue } = useFormContext()
  const [open, setOpen] = useState(false)
  const [cron = '', zone = '', workdaysOf = null] = useWatch({
    name: ['cronExpression', 'timeZone', 'workdaysOf'],
  }) as [string?, string?, (string | null)?]
  const settled = useSettled(cron)
  return (
    <div>
      <div className={styles.cron}>
        <TextInput
          source="cronExpression"
          validate={filled(text('need_cron'))}
          autoComplete="off"
          isRequired
        />
        <Button variant="outlined" onClick={() => setOpen(true)}>
          {text('build')}
        </Button>
      </div>
      <NextTimes cron={settled} zone={zone} workdaysOf={workdaysOf} />
      {open && (
        <CronDialog
          cron={cron}
          zone={zone}
          workdaysOf={workdaysOf}
          onClose={() => setOpen(false)}
          onDone={(built) => {
            setValue('cronExpression', built, { shouldDirty: true, shouldValidate: true })
            setOpen(false)
          }}
        />
      )}
    </div>
  )
}
