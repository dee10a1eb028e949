/** Draft orders for lines of the position, by what is recommended for them. */
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/stock';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Sheet } from '@/ui/Sheet';
import { CreateDraftsSheet } from './CreateDraftsSheet';
import { recommendationKey, recommendationsQuery } from './queries';

interface DraftLinesSheetProps {
  /** Keys of the lines, those of recommendations. */
  keys: ReadonlySet<string>;
  onClose: () => void;
  /** Called with the number of drafts. */
  onCreated: (drafts: number) => void;
}

export function DraftLinesSheet({ keys, onClose, onCreated }: DraftLinesSheetProps) {
  const { data, error, isFetching, refetch } = useQuery(recommendationsQuery);
  const items = data?.data.items.filter((row) => keys.has(recommendationKey(row))) ?? [];
  if (items.length > 0) {
    return (
      <CreateDraftsSheet
        items={items}
        total={items.length}
        chosen={keys}
        currency={data?.meta?.currency}
        onClose={onClose}
        onCreated={onCreated}
      />
    );
  }
  return (
    <Sheet title={t('draftOrder')} onClose={onClose}>
      {data && <EmptyState>{t('notRecommended')}</EmptyState>}
      {!data && !error && <LoadingPlaceholder label={t('recommendationsAreLoading')} height={240} />}
      {!data && error && (
        <ErrorAlert
          {...errorText(error, t('couldntLoadRecommendations'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </Sheet>
  );
}
