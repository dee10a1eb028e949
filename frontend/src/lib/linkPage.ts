/** The pages of links for people outside of the organization, which have a token in the fragment. */
import { readLinkToken } from './linkToken';
import { paths } from './paths';

export const isLinkPage = (pathname: string): boolean =>
  pathname === paths.shared || pathname === paths.acknowledge;

/** Whether an address opens such a page. Without a token there is nothing to show. */
export const opensLinkPage = ({ pathname, hash }: { pathname: string; hash: string }): boolean =>
  isLinkPage(pathname) && readLinkToken(hash) !== undefined;
