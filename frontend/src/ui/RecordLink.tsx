/** The name of a customer, item, supplier, order or location, as a link to its page. */
import { recordPath, type RecordKind } from '@/lib/paths';
import { TextLink } from './TextLink';

interface RecordLinkProps {
  kind: RecordKind;
  id: string;
  /** Default: the ID. */
  name?: string | undefined;
  /** False for visitors, who may not open the page. */
  linked?: boolean;
}

export function RecordLink({ kind, id, name = id, linked = true }: RecordLinkProps) {
  return linked && id !== '' ? <TextLink to={recordPath(kind, id)}>{name}</TextLink> : name;
}
