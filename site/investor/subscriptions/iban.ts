/** The IBAN in the text of an account, such as `CH93 0076 2011 6238 5295 7`, as a bank's form takes it; undefined without one. */
export const ibanIn = (account: string): string | undefined =>
  /\bIBAN:?\s*([A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,3})?)(?![A-Za-z0-9])/.exec(account)?.[1]
