import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";

/** Advice above a form to a learner under 18 who writes to a teacher. */
export function MinorAdvice() {
  const { visitor } = usePage();
  return visitor?.isMinor ? <Advice text="enquiries.form.minorAdvice" /> : null;
}

/** Advice below a form to a learner of age, or whose age is not known, who writes to a teacher. */
export function SafetyAdvice() {
  const { visitor } = usePage();
  return visitor?.isMinor ? null : <Advice text="enquiries.form.advice" />;
}

/** `text` is a key. */
function Advice({ text }: { text: string }) {
  const { t, url } = usePage();
  return (
    <p className="small muted">
      {t(text)} <a href={url(paths.safety())}>{t("general.footer.safety")}</a>
    </p>
  );
}
