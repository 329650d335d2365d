import { describe, expect, it } from 'vitest'
import { inReadersOrder, isMeant } from './RegionInputs'

const region = (id: string, areaName: string, areaNameEn = areaName) => ({
  id,
  areaName,
  areaNameEn,
})

describe('the regions of a form', () => {
  it('are in the order of their pinyin in Chinese, China first', () => {
    const names = ['法国', '美国', '中国', '阿富汗', '德国', '日本', '重庆市', '不丹']
    const all = names.map((name) => region(name === '中国' ? 'CN' : name, name))
    expect(inReadersOrder(all, 'zh').map(({ areaName }) => areaName)).toEqual([
      '中国',
      '阿富汗',
      '不丹',
      '重庆市',
      '德国',
      '法国',
      '美国',
      '日本',
    ])
    expect(inReadersOrder(all, 'en')).toEqual(all)
  })

  it('are meant by a part of a name in either language, or by the code', () => {
    const germany = { ...region('DE', '德国', 'Germany'), areaNameZh: '德国', areaCode: 'DE' }
    for (const typed of ['德', 'germ', 'MANY', 'ＤＥ', ''])
      expect(isMeant(typed, germany)).toBe(true)
    for (const typed of ['法', 'france', '%']) expect(isMeant(typed, germany)).toBe(false)
  })
})
