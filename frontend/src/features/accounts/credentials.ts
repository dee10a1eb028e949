/** Credentials of a user without a session. */

/** Credentials entered at sign-in, stored only while the page is open. */
export interface Credentials {
  email: string;
  password: string;
}

/** The credentials with the MFA code, if one was entered. */
export const withCode = (shown: Credentials, otp: string) => ({ ...shown, ...(otp !== '' && { otp }) });
