/**
 * Called when a response begins to be sent, `milliseconds` after its request arrived. `route` is the contract's path,
 * never the requested one: that has unlimited values, and may contain the administrators' path.
 */
export type ResponseObserver = (route: string, method: string, status: number, milliseconds: number) => void
