/** What a kind of data source implements: its names, its form, and how a source of it reads as text. */
import type { ComponentType } from 'react';
import type { Source, SourceInput } from '../queries';

export type SourceKind = SourceInput['kind'];
export type SourceOf<Kind extends SourceKind> = Extract<Source, { kind: Kind }>;
export type SourceInputOf<Kind extends SourceKind> = Extract<SourceInput, { kind: Kind }>;

export interface ConnectorFormProps<Kind extends SourceKind> {
  /** The current source, if it is of this kind; else the fields are empty. */
  source: SourceOf<Kind> | undefined;
  /** The error of the last test or change, shown at the field that it names. */
  failure: unknown;
  /** Called when the form fills in a field itself: earlier results no longer apply. */
  onFill: () => void;
}

export interface Connector<Kind extends SourceKind> {
  /** The option among the source types. */
  label: string;
  /** The button that connects a source of this kind. */
  connectLabel: () => string;
  /** The fields, filled with the current source. Secrets are empty, because they are never shown. */
  Form: ComponentType<ConnectorFormProps<Kind>>;
  /** The request from what was typed. What has no field stays as it is. */
  readInput: (form: HTMLFormElement, source: SourceOf<Kind> | undefined) => SourceInputOf<Kind>;
  /** The source as text, without passwords and keys. */
  describe: (source: SourceOf<Kind>) => string;
}
