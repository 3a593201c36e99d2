import { createLoadErrorMessage } from '#core/api/error-messages'

/** The message of a panel screen when data could not be loaded: `<RemoteView {...loadFailure('Failed to …')} />`. */
export const getLoadErrorProps = (message: string) => ({
  failure: createLoadErrorMessage(message),
  last: 'Showing the last data loaded.',
  label: 'Retry',
})
