import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";

/** The site's name and its sign, a teacher's desk with a lamp's light left out: a top, a front, two feet. */
export function Wordmark() {
  const { siteName, url } = usePage();
  return (
    <a className="wordmark" href={url(paths.home())}>
      <svg
        className="wordmark__sign"
        viewBox="0 0 32 32"
        width="32"
        height="32"
        aria-hidden="true"
        focusable="false"
      >
        <rect className="wordmark__ground" width="32" height="32" rx="8" />
        <path
          className="wordmark__desk"
          d="M6 11.5h20v3H6zM8 14.5h3V25H8zM21 14.5h3V25h-3zM11 16.5h10v4H11z"
        />
      </svg>
      <span className="wordmark__name">{siteName}</span>
    </a>
  );
}
