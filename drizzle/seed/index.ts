export * from './demo-investor.ts'
export { canWriteRegister } from './demo-register.ts'
export * from './essential-data.ts'
export { completeStep, isOpen } from './first-start.ts'
