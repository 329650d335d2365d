import { type OwnTexts, useOwnTexts } from '../../../widgets/data/ownTexts'

type Key =
  | 'all_on_page'
  | 'all_studies'
  | 'chosen'
  | 'granted'
  | 'more'
  | 'none'
  | 'pending'
  | 'pending_text'
  | 'reason'
  | 'reason_hint'
  | 'revoke'
  | 'revoke_running'
  | 'revoke_text'
  | 'revoke_title'
  | 'revoked'
  | 'search'
  | 'since'
  | 'study'
  | 'suspended'

const TEXTS: OwnTexts<Key> = {
  en: {
    all_on_page: 'Select every authorisation on this page',
    all_studies: 'All studies',
    chosen: '%{count} selected',
    granted: 'Authorised users',
    more: 'Load more',
    none: 'Nobody is authorised yet.',
    pending: 'Trial system not told yet (%{count})',
    pending_text:
      'The authorisation is revoked. The trial system has not confirmed it; it is told again until it does.',
    reason: 'Reason',
    reason_hint: 'Kept in the audit, at most 200 characters',
    revoke: 'Revoke',
    revoke_running: 'Telling the trial system: %{finished} of %{total} done',
    revoke_text:
      '%{count} authorisations end at once: %{names}. The users lose the study in this system, and their tokens for it stop.',
    revoke_title: 'Revoke authorisation',
    revoked: 'Revocation',
    search: 'Search by name, user name or e-mail',
    since: 'Changed',
    study: 'Study',
    suspended: 'Suspended',
  },
  zh: {
    all_on_page: '选择本页全部授权',
    all_studies: '全部项目',
    chosen: '已选 %{count} 项',
    granted: '已授权用户',
    more: '加载更多',
    none: '暂无已授权用户。',
    pending: '业务系统尚未确认（%{count}）',
    pending_text: '授权已取消。业务系统尚未确认，系统将持续通知直至确认。',
    reason: '原因',
    reason_hint: '记入审计，不超过200个字符',
    revoke: '取消授权',
    revoke_running: '正在通知业务系统：已完成 %{finished} / %{total}',
    revoke_text:
      '以下 %{count} 项授权将立即取消：%{names}。用户将失去该系统中的项目，相关令牌随即失效。',
    revoke_title: '取消授权',
    revoked: '取消授权结果',
    search: '按姓名、用户名或邮箱搜索',
    since: '变更时间',
    study: '项目',
    suspended: '已暂停',
  },
}

/** The texts of the list of authorised users, in the reader's language. */
export const useTexts = () => useOwnTexts(TEXTS)
