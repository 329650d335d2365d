export { LogoutNoticeList } from './list'
