/** The token of a link in an email. It stands behind the `#`, which browsers keep to themselves: no server's log has it. */
export function readLinkToken(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token');
  return token === null || token === '' ? undefined : token;
}
