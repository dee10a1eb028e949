/** The token of a link in an email. It is in the URL fragment, which browsers don't send to servers. */
export function readLinkToken(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token');
  return token === null || token === '' ? undefined : token;
}
