/** The address of a shared view: the page `/shared` with a token in the fragment. */
import { readLinkToken } from './linkToken';
import { paths } from './paths';

/** Whether an address opens a shared view. Without a token there is nothing to show. */
export const opensSharedView = ({ pathname, hash }: { pathname: string; hash: string }): boolean =>
  pathname === paths.shared && readLinkToken(hash) !== undefined;
