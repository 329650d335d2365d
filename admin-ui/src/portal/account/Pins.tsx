import { useState } from 'react'
import { moment } from '../../shared/format'
import { request } from '../../shared/http'
import { Button, toast } from '../../shared/shell'
import css from './account.module.css'
import { Layout, Pending, useLoaded } from './Layout'
import { type OwnPin, PinDialog } from './PinDialog'
import { t } from './pinTexts'
import { t as say } from './texts'

/** /account/pins: the PINs with which the person signs electronically, one for each tenant. */
export default function Pins() {
  const { value, problem, again } = useLoaded(() =>
    request<OwnPin[]>('/api/account/pins', { quiet: true }),
  )
  const [open, setOpen] = useState<OwnPin | null>(null)
  return (
    <Layout title={say('page.pins')} text={t('text')}>
      {!value && <Pending problem={problem} onRetry={again} />}
      {value && (
        <div className={css.card}>
          {value.length === 0 && <p>{t('none')}</p>}
          {value.length > 0 && (
            <ul className={css.list}>
              {value.map((pin) => (
                <Row key={pin.tenantId} pin={pin} onOpen={() => setOpen(pin)} />
              ))}
            </ul>
          )}
        </div>
      )}
      {open && (
        <PinDialog
          pin={open}
          onClose={() => setOpen(null)}
          onDone={() => {
            toast(t('saved', { tenant: open.tenantName }))
            setOpen(null)
            again()
          }}
        />
      )}
    </Layout>
  )
}

function Row({ pin, onOpen }: { pin: OwnPin; onOpen: () => void }) {
  const { tenantName: tenant, isSet, locked, setAt } = pin
  return (
    <li className={css.row}>
      <div>
        <p className={css.name}>{tenant}</p>
        <p className={locked ? css.bad : css.small}>
          {locked && t('locked')}
          {!locked && (isSet && setAt ? t('set', { time: moment(setAt) }) : t('unset'))}
        </p>
        {pin.pinDuration === 0 && <p className={css.small}>{t('noCodes')}</p>}
      </div>
      {pin.pinDuration > 0 && (
        <Button label={t(isSet ? 'replaceNamed' : 'beginNamed', { tenant })} onClick={onOpen}>
          {t(isSet ? 'replace' : 'begin')}
        </Button>
      )}
    </li>
  )
}
