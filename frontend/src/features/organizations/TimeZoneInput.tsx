/** A choice among the time zones that the browser knows, and the one that is set. */
import { listTimeZones } from '@/lib/timeZones';
import { SelectInput } from '@/ui/SelectInput';

interface TimeZoneInputProps {
  defaultValue: string;
  error?: string | undefined;
}

export function TimeZoneInput({ defaultValue, error }: TimeZoneInputProps) {
  return (
    <SelectInput
      label="Time zone"
      name="timeZone"
      defaultValue={defaultValue}
      options={listTimeZones(defaultValue).map((zone) => [zone, zone])}
      help="Decides which day “today” is for the figures, and when schedules start."
      error={error}
    />
  );
}
