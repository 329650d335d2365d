import { useOwnTexts } from '../data/ownTexts'

const en = {
  text: 'Somebody else has changed this record in the meantime, so your changes were not saved.',
  theirs_only: 'They changed these, which you did not; they stay:',
  both: 'Both of you changed these. Choose what stays:',
  mine: 'Yours:',
  theirs: 'Theirs:',
  nothing: 'nothing',
  merge: 'Continue with this choice',
  reload: 'Load the newest state',
}

const zh: typeof en = {
  text: '此记录已被他人修改，您的修改尚未保存。',
  theirs_only: '对方修改了以下内容，将予以保留：',
  both: '以下内容双方都有修改，请选择保留哪一个：',
  mine: '您的修改：',
  theirs: '对方的修改：',
  nothing: '空',
  merge: '按此选择继续',
  reload: '载入最新内容',
}

export const useTexts = () => useOwnTexts({ en, zh })
