/**
 * Told of an answer when it begins to leave, `milliseconds` after its request came. `route` is what the
 * contract calls it, never what was asked for: that has no end of values, and may hold the administrators' path.
 */
export type ResponseObserver = (route: string, method: string, status: number, milliseconds: number) => void
