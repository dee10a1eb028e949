/** The route table: every screen with every address it answers to, letter for email. Anything else is the 404 page. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { paths } from '@/lib/paths';

/** Who may see a screen: everyone; visitors of the demo too; only people who are signed in; of them only operators, as the page says itself. */
export type Access = 'everyone' | 'demo' | 'signed-in' | 'operators';

type PageModule = { default: ComponentType };

/** One screen of the app. */
interface AppRoute {
  title: string;
  /** All its addresses, compared case-sensitively; the first is the one we link to. */
  paths: readonly string[];
  access: Access;
  /** Starts loading the screen's code. */
  load: () => Promise<PageModule>;
  Page: LazyExoticComponent<ComponentType>;
}

function defineRoute(
  title: string,
  access: Access,
  load: () => Promise<PageModule>,
  ...addresses: string[]
): AppRoute {
  return { title, access, paths: addresses, load, Page: lazy(load) };
}

/** Shown for every address that no other screen has. */
export const notFoundRoute = defineRoute('Page Not Found', 'everyone', () => import('@/pages/NotFound'));

export const appRoutes: readonly AppRoute[] = [
  defineRoute(
    'Dashboard',
    'demo',
    () => import('@/pages/Dashboard'),
    paths.dashboard,
    '/dashboard',
    '/Dashboard',
    '/index',
    '/Index',
  ),
  defineRoute(
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
  defineRoute(
    'Supply Analysis',
    'demo',
    () => import('@/pages/SupplyAnalysis'),
    paths.market,
    '/MarketTrends',
    '/Market-Trends',
  ),
  defineRoute(
    'Sprout AI',
    'signed-in',
    () => import('@/pages/Assistant'),
    paths.assistant,
    '/AIBot',
    '/AI-Bot',
  ),
  defineRoute('Sprout AI in short', 'demo', () => import('@/pages/AssistantDemo'), paths.assistantSimple),
  defineRoute(
    'Data Sync',
    'signed-in',
    () => import('@/pages/DataSync'),
    paths.dataSync,
    '/DataSync',
    '/Data-Sync',
  ),
  defineRoute('How these figures are made', 'demo', () => import('@/pages/Methods'), paths.methods),
  defineRoute('Routing test', 'demo', () => import('@/pages/RoutingTest'), paths.test),
  defineRoute('Account Settings', 'signed-in', () => import('@/pages/AccountSettings'), paths.account),
  defineRoute('Organization', 'signed-in', () => import('@/pages/Organization'), paths.organization),
  defineRoute('Operator', 'operators', () => import('@/pages/Operator'), paths.operator),
  defineRoute('Invitation', 'everyone', () => import('@/pages/Invitation'), paths.invitation),
  defineRoute('Sign in', 'everyone', () => import('@/pages/SignIn'), paths.signIn),
  defineRoute('Create an account', 'everyone', () => import('@/pages/Register'), paths.register),
  defineRoute(
    'Forgot your password?',
    'everyone',
    () => import('@/pages/ForgotPassword'),
    paths.forgotPassword,
  ),
  defineRoute(
    'Choose a new password',
    'everyone',
    () => import('@/pages/ResetPassword'),
    paths.resetPassword,
  ),
  defineRoute('Confirm your address', 'everyone', () => import('@/pages/VerifyEmail'), paths.verifyEmail),
];

const routesByPath = new Map(appRoutes.flatMap((each) => each.paths.map((path) => [path, each] as const)));

/** The screen at an address: exactly one of the listed addresses, else the 404 page. */
export function findRoute(pathname: string): AppRoute {
  return routesByPath.get(pathname) ?? notFoundRoute;
}
