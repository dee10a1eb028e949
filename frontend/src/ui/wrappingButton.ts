/** Style of a button whose label contains a name of any length: it wraps instead of overflowing. */
export const wrappingButton = { whiteSpace: 'normal', overflowWrap: 'anywhere', minWidth: 0 } as const;
