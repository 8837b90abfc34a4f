/**
 * The site's logo in a 32×32 box: a teacher's desk with top, front and two feet. The header's mask
 * client/styles/images/logo-shape.svg has the same shape, as do the icons of public/, drawn in white on #1d5b41; those that
 * platforms crop fill the square, with the shape at 85 %.
 */
export const LOGO = {
  side: 32,
  radius: 8,
  shape: "M6 11.5h20v3H6zM8 14.5h3V25H8zM21 14.5h3V25h-3zM11 16.5h10v4H11z",
} as const;
