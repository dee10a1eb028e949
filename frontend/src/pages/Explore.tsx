/** Any figure by any dimension, filtered, compared, and opened to its rows. */
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { useSignedIn } from '@/auth/session';
import { accountQuery } from '@/features/accounts/queries';
import { ExplorePanel } from '@/features/metrics/ExplorePanel';
import { toAlertQuery, toMetricQuery, writeExplore } from '@/features/metrics/exploreState';
import { catalogueQuery } from '@/features/metrics/queries';
import { useExplore } from '@/features/metrics/useExplore';
import { ViewsBar } from '@/features/metrics/ViewsBar';
import { newAlertRulePath } from '@/lib/notificationPaths';
import { hasPermission } from '@/lib/permissions';
import { t } from '@/messages/en/explore';
import { ButtonLink } from '@/ui/ButtonLink';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { PageHeader } from '@/ui/PageHeader';

export default function Explore() {
  const { data, error, isFetching, refetch } = useQuery(catalogueQuery);
  const { state } = useExplore();
  const signedIn = useSignedIn();
  const account = useQuery({ ...accountQuery, enabled: signedIn });
  const mayShare = hasPermission(account.data?.permissions, 'views.share') && !account.data?.sample;
  const datasets = data?.datasets ?? [];
  const dataset = datasets.find(({ id }) => id === state.dataset) ?? datasets[0];
  return (
    <>
      <PageHeader
        title={t('explore')}
        subtitle={t('anyFigureByAnyDimension')}
        actions={
          signedIn && (
            <>
              <ViewsBar
                page="explore"
                shown={writeExplore(state).toString()}
                query={dataset && toMetricQuery(state, dataset)}
                mayShare={mayShare}
              />
              {dataset && (
                <ButtonLink to={newAlertRulePath(toAlertQuery(state, dataset))}>{t('alertMe')}</ButtonLink>
              )}
            </>
          )
        }
      />
      {error && !data && (
        <ErrorAlert
          {...errorText(error, t('couldntLoadTheMeasures'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {dataset && <ExplorePanel datasets={datasets} dataset={dataset} />}
      {!data && !error && <LoadingPlaceholder label={t('catalogueIsLoading')} height={640} />}
    </>
  );
}
