export * from './demo-investor.ts'
export { ownsRegister } from './demo-register.ts'
export * from './essentials.ts'
