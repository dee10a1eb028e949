/** Where orders to a supplier are sent, and the button that changes it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatDateTime } from '@/lib/format';
import { formatLanguageName } from '@/lib/languageText';
import { t } from '@/messages/en/order_emails';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Panel } from '@/ui/Panel';
import { Sheet } from '@/ui/Sheet';
import { supplierContactQuery } from './orderEmailQueries';
import { SupplierContactForm } from './SupplierContactForm';

export function SupplierContactPanel({ supplierId }: { supplierId: string }) {
  const [isEditing, setIsEditing] = useState(false);
  const { data: contact, error, isFetching, refetch } = useQuery(supplierContactQuery(supplierId));
  const { email, contactName, language, updatedAt, updatedBy } = contact ?? {};
  return (
    <Panel title={t('ordersByEmail')}>
      {body()}
      {isEditing && (
        <Sheet title={t('ordersByEmail')} onClose={() => setIsEditing(false)}>
          <SupplierContactForm
            supplierId={supplierId}
            email={email}
            contactName={contactName}
            language={language}
            onSaved={() => setIsEditing(false)}
          />
        </Sheet>
      )}
    </Panel>
  );

  function body(): ReactNode {
    if (!contact && !error) return <LoadingPlaceholder label={t('theAddressIsLoading')} height={72} />;
    if (!contact) {
      return (
        <ErrorAlert
          {...errorText(error, t('couldntLoadTheAddress'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      );
    }
    if (email === undefined)
      return <EmptyState action={edit(t('addAddress'))}>{t('noAddressYet')}</EmptyState>;
    return (
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {contactName === undefined ? email : `${contactName} <${email}>`}
        </Typography>
        {language !== undefined && (
          <Typography variant="body2">
            {t('ordersInLanguage', { language: formatLanguageName(language) })}
          </Typography>
        )}
        {updatedAt !== undefined && updatedBy !== undefined && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('updatedBy', { at: formatDateTime(updatedAt), who: updatedBy })}
          </Typography>
        )}
        {edit(t('changeAddress'))}
      </Box>
    );
  }

  function edit(label: string) {
    return (
      <Button size="small" variant="outlined" onClick={() => setIsEditing(true)}>
        {label}
      </Button>
    );
  }
}
