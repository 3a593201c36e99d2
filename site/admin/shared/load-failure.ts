import { explainLoad } from '#core/api/failures'

/** What a screen of the panel says when data could not be loaded: `<RemoteView {...loadFailure('Failed to …')} />`. */
export const loadFailure = (message: string) => ({
  failure: explainLoad(message),
  last: 'What is shown is from before.',
  label: 'Retry',
})
