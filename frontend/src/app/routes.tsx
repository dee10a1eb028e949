/** The route table: every screen with every address it answers to, letter for letter. Anything else is the 404 page. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { paths } from '@/lib/paths';

/** Who may see a screen: everyone; visitors of the demo too; only people who are signed in; of them only operators, as the page says itself. */
export type Access = 'everyone' | 'demo' | 'signed-in' | 'operators';

type PageModule = { default: ComponentType };

/** One screen of the app. */
export interface Screen {
  title: string;
  /** All its addresses, compared case-sensitively; the first is the one we link to. */
  paths: readonly string[];
  access: Access;
  /** Starts loading the screen's code. */
  load: () => Promise<PageModule>;
  Page: LazyExoticComponent<ComponentType>;
}

function screen(
  title: string,
  access: Access,
  load: () => Promise<PageModule>,
  ...addresses: string[]
): Screen {
  return { title, access, paths: addresses, load, Page: lazy(load) };
}

/** Shown for every address that no other screen has. */
export const notFound = screen('Page Not Found', 'everyone', () => import('@/pages/NotFound'));

export const screens: readonly Screen[] = [
  screen(
    'Dashboard',
    'demo',
    () => import('@/pages/Dashboard'),
    paths.dashboard,
    '/dashboard',
    '/Dashboard',
    '/index',
    '/Index',
  ),
  screen(
    'Customer Purchase Patterns',
    'demo',
    () => import('@/pages/PurchasePatterns'),
    paths.customers,
    '/customer-segmentation',
    '/PurchasePatterns',
    '/Purchase-Patterns',
    '/CustomerSegmentation',
    '/Customer-Segmentation',
  ),
  screen(
    'Supply Analysis',
    'demo',
    () => import('@/pages/SupplyAnalysis'),
    paths.market,
    '/MarketTrends',
    '/Market-Trends',
  ),
  screen('Sprout AI', 'signed-in', () => import('@/pages/Assistant'), paths.assistant, '/AIBot', '/AI-Bot'),
  screen('Sprout AI in short', 'demo', () => import('@/pages/AssistantInShort'), paths.assistantSimple),
  screen(
    'Data Sync',
    'signed-in',
    () => import('@/pages/DataSync'),
    paths.dataSync,
    '/DataSync',
    '/Data-Sync',
  ),
  screen('How these figures are made', 'demo', () => import('@/pages/Methods'), paths.methods),
  screen('Routing test', 'demo', () => import('@/pages/RoutingTest'), paths.test),
  screen('Account Settings', 'signed-in', () => import('@/pages/AccountSettings'), paths.account),
  screen('Organization', 'signed-in', () => import('@/pages/Organization'), paths.organization),
  screen('Operator', 'operators', () => import('@/pages/Operator'), paths.operator),
  screen('Invitation', 'everyone', () => import('@/pages/Invitation'), paths.invitation),
  screen('Sign in', 'everyone', () => import('@/pages/SignIn'), paths.signIn),
  screen('Create an account', 'everyone', () => import('@/pages/Register'), paths.register),
  screen('Forgot your password?', 'everyone', () => import('@/pages/ForgotPassword'), paths.forgotPassword),
  screen('Choose a new password', 'everyone', () => import('@/pages/ResetPassword'), paths.resetPassword),
  screen('Confirm your address', 'everyone', () => import('@/pages/VerifyEmail'), paths.verifyEmail),
];

const byPath = new Map(screens.flatMap((each) => each.paths.map((path) => [path, each] as const)));

/** The screen at an address: exactly one of the listed addresses, else the 404 page. */
export function screenAt(pathname: string): Screen {
  return byPath.get(pathname) ?? notFound;
}
