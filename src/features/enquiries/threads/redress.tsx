import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";

/** How to disagree with a decision about a report: Regulation (EU) 2022/2065, art. 16 (5). */
export function Redress() {
  const { t, url } = usePage();
  return (
    <p>
      {t("enquiries.thread.reported.redress")}{" "}
      <a href={url(paths.contact())}>{t("enquiries.thread.reported.write")}</a>
    </p>
  );
}
