export * from './demo-investor.ts'
export * from './essentials.ts'
