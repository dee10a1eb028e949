/**
 * The route table: every screen with all its addresses, matched exactly. Any other address shows the 404
 * page.
 */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { isLinkPage, opensLinkPage } from '@/lib/linkPage';
import { parseRecordPath, paths, type RecordKind } from '@/lib/paths';
import { t } from '@/messages/en/shell';

/**
 * Who may see a screen: everyone, demo visitors, signed-in users, or operators. The page itself checks for
 * operators.
 */
export type Access = 'everyone' | 'demo' | 'signed-in' | 'operators';

type PageModule = { default: ComponentType };

/** One screen of the app. */
interface AppRoute {
  title: string;
  /** All its addresses, compared case-sensitively. Links use the first. */
  paths: readonly string[];
  access: Access;
  /** Starts loading the screen's code. */
  load: () => Promise<PageModule>;
  Page: LazyExoticComponent<ComponentType>;
}

function defineRoute(
  title: () => string,
  access: Access,
  load: () => Promise<PageModule>,
  ...addresses: string[]
): AppRoute {
  return {
    get title() {
      return title();
    },
    access,
    paths: addresses,
    load,
    Page: lazy(load),
  };
}

/** Shown for every address that no other screen has. */
export const notFoundRoute = defineRoute(
  () => t('pageNotFound'),
  'everyone',
  () => import('@/pages/NotFound'),
);

export const appRoutes: readonly AppRoute[] = [
  defineRoute(
    () => t('dashboard'),
    'demo',
    () => import('@/pages/Dashboard'),
    paths.dashboard,
    '/dashboard',
    '/Dashboard',
    '/index',
    '/Index',
  ),
  defineRoute(
    () => t('customerPurchasePatterns'),
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
    () => t('callList'),
    'signed-in',
    () => import('@/pages/Calls'),
    paths.calls,
  ),
  defineRoute(
    () => t('seasonPosition'),
    'signed-in',
    () => import('@/pages/Stock'),
    paths.stock,
  ),
  defineRoute(
    () => t('supplyAnalysis'),
    'demo',
    () => import('@/pages/SupplyAnalysis'),
    paths.market,
    '/MarketTrends',
    '/Market-Trends',
  ),
  defineRoute(
    () => t('sproutAi'),
    'demo',
    () => import('@/pages/Assistant'),
    paths.assistant,
    '/AIBot',
    '/AI-Bot',
  ),
  defineRoute(
    () => t('aboutSproutAi'),
    'demo',
    () => import('@/pages/AssistantDemo'),
    paths.assistantSimple,
  ),
  defineRoute(
    () => t('dataSync'),
    'signed-in',
    () => import('@/pages/DataSync'),
    paths.dataSync,
    '/DataSync',
    '/Data-Sync',
  ),
  defineRoute(
    () => t('explore'),
    'demo',
    () => import('@/pages/Explore'),
    paths.explore,
  ),
  defineRoute(
    () => t('notifications'),
    'signed-in',
    () => import('@/pages/Notifications'),
    paths.notifications,
  ),
  defineRoute(
    () => t('howFiguresAreComputed'),
    'demo',
    () => import('@/pages/Methods'),
    paths.methods,
  ),
  defineRoute(
    () => t('systemCheck'),
    'demo',
    () => import('@/pages/RoutingTest'),
    paths.test,
  ),
  defineRoute(
    () => t('accountSettings'),
    'signed-in',
    () => import('@/pages/AccountSettings'),
    paths.account,
  ),
  defineRoute(
    () => t('organization'),
    'signed-in',
    () => import('@/pages/Organization'),
    paths.organization,
  ),
  defineRoute(
    () => t('operator'),
    'operators',
    () => import('@/pages/Operator'),
    paths.operator,
  ),
  defineRoute(
    () => t('invitation'),
    'everyone',
    () => import('@/pages/Invitation'),
    paths.invitation,
  ),
  defineRoute(
    () => t('signIn'),
    'everyone',
    () => import('@/pages/SignIn'),
    paths.signIn,
  ),
  defineRoute(
    () => t('createAnAccount'),
    'everyone',
    () => import('@/pages/Register'),
    paths.register,
  ),
  defineRoute(
    () => t('forgotYourPassword'),
    'everyone',
    () => import('@/pages/ForgotPassword'),
    paths.forgotPassword,
  ),
  defineRoute(
    () => t('chooseANewPassword'),
    'everyone',
    () => import('@/pages/ResetPassword'),
    paths.resetPassword,
  ),
  defineRoute(
    () => t('confirmYourEmailAddress'),
    'everyone',
    () => import('@/pages/VerifyEmail'),
    paths.verifyEmail,
  ),
  defineRoute(
    () => t('unsubscribeFromEmails'),
    'everyone',
    () => import('@/pages/Unsubscribe'),
    paths.unsubscribe,
  ),
  defineRoute(
    () => t('sharedFigures'),
    'everyone',
    () => import('@/pages/SharedView'),
    paths.shared,
  ),
  defineRoute(
    () => t('purchaseOrder'),
    'everyone',
    () => import('@/pages/AcknowledgeOrder'),
    paths.acknowledge,
  ),
];

/** The pages of single records, whose addresses end with an ID. */
const recordRoutes: Readonly<Record<RecordKind, AppRoute>> = {
  customer: defineRoute(
    () => t('customer'),
    'signed-in',
    () => import('@/pages/CustomerRecord'),
  ),
  item: defineRoute(
    () => t('item'),
    'signed-in',
    () => import('@/pages/ItemRecord'),
  ),
  supplier: defineRoute(
    () => t('supplier'),
    'signed-in',
    () => import('@/pages/SupplierRecord'),
  ),
  order: defineRoute(
    () => t('order'),
    'signed-in',
    () => import('@/pages/OrderRecord'),
  ),
  location: defineRoute(
    () => t('location'),
    'signed-in',
    () => import('@/pages/LocationRecord'),
  ),
};

const routesByPath = new Map(appRoutes.flatMap((each) => each.paths.map((path) => [path, each] as const)));

/**
 * The screen at an address: an exact match of a listed address, or a record, otherwise the 404 page. Pages
 * of links also need their token.
 */
export function findRoute(pathname: string, hash = ''): AppRoute {
  if (isLinkPage(pathname) && !opensLinkPage({ pathname, hash })) return notFoundRoute;
  const record = parseRecordPath(pathname);
  return routesByPath.get(pathname) ?? (record ? recordRoutes[record.kind] : notFoundRoute);
}
