/** All texts about the roles, in one table. */
import type { Schemas } from '@sprout/client';
import { t } from '@/messages/en/permissions';

export type Role = Schemas['Role'];

interface RoleTexts {
  name: string;
  /** What a member with this role may do, for a select list. */
  summary: string;
  /** What the role means for the user who has it. */
  description: string;
}

/** From the most to the least powerful role. */
const ROLE_TEXTS: Record<Role, RoleTexts> = {
  owner: {
    get name() {
      return t('owner');
    },
    get summary() {
      return t('fullAccessIncludingOwners');
    },
    get description() {
      return t('ownerFullAccessIncludingOtherOwners');
    },
  },
  admin: {
    get name() {
      return t('admin');
    },
    get summary() {
      return t('fullAccessExceptToOwners');
    },
    get description() {
      return t('adminFullAccessExceptToOwners');
    },
  },
  member: {
    get name() {
      return t('member');
    },
    get summary() {
      return t('canViewEverythingAndDraftOrders');
    },
    get description() {
      return t('memberCanViewEverythingAndDraft');
    },
  },
  viewer: {
    get name() {
      return t('viewer');
    },
    get summary() {
      return t('canViewOnly');
    },
    get description() {
      return t('viewerCanViewOnly');
    },
  },
};

export const ROLES = Object.keys(ROLE_TEXTS) as readonly Role[];

export const isRole = (name: string): name is Role => Object.hasOwn(ROLE_TEXTS, name);

export const roleName = (role: Role): string => ROLE_TEXTS[role].name;

export const roleDescription = (role: Role): string => ROLE_TEXTS[role].description;

/** A role with what it may do, for a select list. */
export const roleOptionLabel = (role: Role): string =>
  `${ROLE_TEXTS[role].name}: ${ROLE_TEXTS[role].summary}`;
