/** Icons used only by the conversation. */
import { strokeIcon } from '@/ui/icons';

export const SendIcon = strokeIcon('M12 20V5M6 11l6-6 6 6', 2.2);
export const CopyIcon = strokeIcon('M9 9h11v11H9ZM5 15H4V4h11v1');
export const ThumbUpIcon = strokeIcon(
  'M7 11v9H4v-9ZM7 11l4-7c1.6 0 2.4 1 2 2.6L12.3 10H18c1.5 0 2.3 1.2 2 2.5l-1.3 5.5c-.3 1.2-1.2 2-2.4 2H7',
);
export const ThumbDownIcon = strokeIcon(
  'M7 13V4H4v9ZM7 13l4 7c1.6 0 2.4-1 2-2.6L12.3 14H18c1.5 0 2.3-1.2 2-2.5l-1.3-5.5C18.4 4.8 17.5 4 16.3 4H7',
);
export const PencilIcon = strokeIcon('M4 20l1-4L16 5l3 3L8 19ZM14 7l3 3');
export const TrashIcon = strokeIcon('M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5');
