import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { usePage } from "@/ui/page-context";

/** The path from the list to a request. */
export function RequestBreadcrumbs({ current }: { current: string }) {
  const { t, url } = usePage();
  return (
    <Breadcrumbs
      crumbs={[{ label: t("requests.list.heading"), href: url(paths.requests()) }]}
      current={current}
    />
  );
}
