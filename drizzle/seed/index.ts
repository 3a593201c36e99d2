export * from './demo-investor.ts'
export { ownsRegister } from './demo-register.ts'
export * from './essentials.ts'
export { completeStep, isOpen } from './first-start.ts'
