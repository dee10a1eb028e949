/** Style of a link inside text. The link of the component library is far larger. */
export const textLinkStyle = {
  color: 'primary.main',
  textDecorationColor: 'currentcolor',
  textDecorationThickness: '1px',
  textUnderlineOffset: '0.15em',
} as const;
