/**
 * Called when a response starts to be sent, `milliseconds` after its request arrived. `route` is the contract's path,
 * never the requested one: that has unlimited values and may contain the admin path.
 */
export type ResponseObserver = (route: string, method: string, status: number, milliseconds: number) => void
