export { SigningKeyList } from './list'
