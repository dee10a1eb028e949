/** Selects a time zone: those that the browser knows, and the current one. */
import { listTimeZones } from '@/lib/timeZones';
import { t } from '@/messages/en/organizations';
import { SelectInput } from '@/ui/SelectInput';

interface TimeZoneInputProps {
  defaultValue: string;
  error?: string | undefined;
}

export function TimeZoneInput({ defaultValue, error }: TimeZoneInputProps) {
  return (
    <SelectInput
      label={t('timeZone')}
      name="timeZone"
      defaultValue={defaultValue}
      options={listTimeZones(defaultValue).map((zone) => [zone, zone])}
      help={t('determinesTodayInReportsAndWhen')}
      error={error}
    />
  );
}
