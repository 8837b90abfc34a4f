import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";

/** Advice to a learner who writes to a teacher, stronger for an account under 18. */
export function SafetyAdvice() {
  const { t, url, visitor } = usePage();
  return (
    <p className="small muted">
      {t(visitor?.isMinor ? "enquiries.form.minorAdvice" : "enquiries.form.advice")}{" "}
      <a href={url(paths.safety())}>{t("general.footer.safety")}</a>
    </p>
  );
}
