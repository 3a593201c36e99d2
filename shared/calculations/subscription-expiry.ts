/** Days after the end of an offering in which submitted subscriptions can still be decided; then they expire. */
export const DECISION_DAYS = 30
