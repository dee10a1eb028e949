/** The look of a button whose words carry a name, which may be of any length: it breaks instead of reaching beyond the window. */
export const wrappingButton = { whiteSpace: 'normal', overflowWrap: 'anywhere', minWidth: 0 } as const;
