export { UserCreate, UserEdit } from './form'
export { UserList } from './list'
