import { useOwnTexts } from '../../../widgets/data/ownTexts'
import { ImportDialog } from '../../../widgets/files/ImportDialog'

/** The columns as the server reads them. */
const COLUMNS = {
  en: {
    siteName: 'Name',
    countryId: 'Country',
    provinceId: 'Province/State',
    cityId: 'City',
    levelId: 'Level',
    typeId: 'Type',
    address: 'Address',
    remark: 'Remark',
  },
  zh: {
    siteName: '名称',
    countryId: '国家',
    provinceId: '省/州',
    cityId: '城市',
    levelId: '级别',
    typeId: '类型',
    address: '地址',
    remark: '备注',
  },
}

const en = {
  title: 'Import research centres',
  hint: 'CSV in UTF-8 or XLSX. Name, level and type are needed; regions, levels and types are given by their names or codes. All rows are taken, or none.',
  template: 'research-centres.csv',
  act: 'Import %{count} research centres',
  done: '%{count} research centres were imported.',
}

const zh: Record<keyof typeof en, string> = {
  title: '导入研究中心',
  hint: 'UTF-8编码的CSV或XLSX。须包含名称、级别和类型；地区、级别和类型填写名称或编码。全部导入或全部不导入。',
  template: '研究中心.csv',
  act: '导入 %{count} 个研究中心',
  done: '已导入 %{count} 个研究中心。',
}

/** Research centres out of a file. */
export function Import({ onClose }: { onClose(): void }) {
  const text = useOwnTexts({ en, zh })
  return (
    <ImportDialog
      title={text('title')}
      hint={text('hint')}
      call="POST /sites/import"
      columns={COLUMNS}
      template={text('template')}
      act={(count) => text('act', { count })}
      done={(count) => text('done', { count })}
      onClose={onClose}
    />
  )
}
