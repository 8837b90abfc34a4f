import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";

/** The site's name; the style sheet adds the logo. */
export function Wordmark() {
  const { siteName, url } = usePage();
  return (
    <a className="wordmark" href={url(paths.home())}>
      {siteName}
    </a>
  );
}
