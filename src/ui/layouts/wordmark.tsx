import { paths } from "@/shared/paths";
import { LOGO } from "@/ui/logo";
import { usePage } from "@/ui/page-context";

/** The site's name and logo. */
export function Wordmark() {
  const { siteName, url } = usePage();
  return (
    <a className="wordmark" href={url(paths.home())}>
      <svg
        className="wordmark__sign"
        viewBox={`0 0 ${LOGO.side} ${LOGO.side}`}
        width={LOGO.side}
        height={LOGO.side}
        aria-hidden="true"
        focusable="false"
      >
        <rect className="wordmark__ground" width={LOGO.side} height={LOGO.side} rx={LOGO.radius} />
        <path className="wordmark__shape" d={LOGO.shape} />
      </svg>
      <span>{siteName}</span>
    </a>
  );
}
