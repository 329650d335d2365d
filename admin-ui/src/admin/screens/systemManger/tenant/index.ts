export { TenantCreate, TenantEdit } from './form'
export { TenantList } from './list'
