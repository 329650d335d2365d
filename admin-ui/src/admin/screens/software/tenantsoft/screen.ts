import { later, type ResourceScreen } from '../../../screen'

export const screen: ResourceScreen = {
  noun: 'licences',
  title: { zh: '租户软件许可', en: 'Licences' },
  called: { zh: '许可', en: 'licence |||| Licences' },
  name: 'softwareName',
  writable: [
    'tenantId',
    'softwareId',
    'timeEnable',
    'startTime',
    'endTime',
    'studyEnable',
    'maxStudy',
    'userEnable',
    'maxUser',
    'isEnable',
  ],
  sort: { field: 'tenantName', order: 'ASC' },
  list: later(async () => (await import('./list')).LicenceList),
  create: later(async () => (await import('./form')).forms.Create),
  edit: later(async () => (await import('./form')).forms.Edit),
}
