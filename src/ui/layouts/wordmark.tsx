import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import { SIGN } from "@/ui/sign";

/** The site's name and logo. */
export function Wordmark() {
  const { siteName, url } = usePage();
  return (
    <a className="wordmark" href={url(paths.home())}>
      <svg
        className="wordmark__sign"
        viewBox={`0 0 ${SIGN.side} ${SIGN.side}`}
        width={SIGN.side}
        height={SIGN.side}
        aria-hidden="true"
        focusable="false"
      >
        <rect className="wordmark__ground" width={SIGN.side} height={SIGN.side} rx={SIGN.radius} />
        <path className="wordmark__shape" d={SIGN.shape} />
      </svg>
      <span className="wordmark__name">{siteName}</span>
    </a>
  );
}
