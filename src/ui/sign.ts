/** The site's sign on a ground of 32×32, a teacher's table: a top, a front, two feet. */
export const SIGN = {
  side: 32,
  radius: 8,
  shape: "M6 11.5h20v3H6zM8 14.5h3V25H8zM21 14.5h3V25h-3zM11 16.5h10v4H11z",
} as const;
