/** Days after the end of an offering in which submitted subscriptions are still decided; then they expire. */
export const DECISION_DAYS = 30
