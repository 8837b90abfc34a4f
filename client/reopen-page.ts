/** Opens a page again. `location.reload` would submit a form again if the page is its result. */
export const reopenPage = ({ location }: Document): void =>
  location.replace(location.pathname + location.search);
