import { useState } from 'react'
import { useText } from '../../../widgets/data/useText'
import { SideTables } from '../../../widgets/list/SideTables'
import styles from '../../../widgets/list/SideTables.module.css'
import { useSearch } from '../../../widgets/list/useSearch'
import { Level } from './Level'
import type { Area } from './model'

/**
 * The regions: countries, the provinces of the selected country, the cities of the selected
 * province. A row that is selected changes what is to its right, and nothing to its left.
 */
export function Regions() {
  const text = useText('areas')
  const { q, field } = useSearch(text('search'))
  const [country, setCountry] = useState<Area>()
  const [province, setProvince] = useState<Area>()
  const chooseCountry = (chosen: Area | undefined) => {
    if (chosen?.id !== country?.id) setProvince(undefined)
    setCountry(chosen)
  }
  return (
    <SideTables>
      {field}
      <div className={styles.three}>
        <Level level={1} parent={null} q={q} selected={country} onSelect={chooseCountry} />
        {/* What was searched in one country is not searched in the next. */}
        <Level
          key={`2 ${country?.id}`}
          level={2}
          parent={country}
          selected={province}
          onSelect={setProvince}
        />
        <Level key={`3 ${province?.id}`} level={3} parent={province} />
      </div>
    </SideTables>
  )
}
