/** What shows who someone is that has no session. */

/** Credentials entered at sign-in, kept only while the page is open. */
export interface Credentials {
  email: string;
  password: string;
}

/** The same with a code, where one was typed. */
export const withCode = (shown: Credentials, otp: string) => ({ ...shown, ...(otp !== '' && { otp }) });
