/** A choice among the time zones that the browser knows, and the one that is set. */
import { SelectInput } from '@/ui/SelectInput';

interface TimeZoneInputProps {
  defaultValue: string;
  error?: string | undefined;
}

export function TimeZoneInput({ defaultValue, error }: TimeZoneInputProps) {
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), defaultValue])].sort();
  return (
    <SelectInput
      label="Time zone"
      name="timeZone"
      defaultValue={defaultValue}
      choices={zones.map((zone) => [zone, zone])}
      help="Decides which day “today” is for the figures, and when schedules start."
      error={error}
    />
  );
}
