/** What shows who somebody is that has no session. */

/** What was typed to sign in, kept for as long as this stands on the page. */
export interface Shown {
  email: string;
  password: string;
}

/** The same with a code, where one was typed. */
export const proof = (shown: Shown, otp: string) => ({ ...shown, ...(otp !== '' && { otp }) });
