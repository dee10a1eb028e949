/** What shows who someone is that has no session. */

/** What was typed to sign in, kept for as long as this stands on the page. */
export interface Credentials {
  email: string;
  password: string;
}

/** The same with a code, where one was typed. */
export const withCode = (shown: Credentials, otp: string) => ({ ...shown, ...(otp !== '' && { otp }) });
