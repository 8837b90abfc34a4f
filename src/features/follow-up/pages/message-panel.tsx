import { usePage } from "@/ui/page-context";

export type ContactMessage = {
  name: string;
  email: string;
  subject: string;
  message: string;
  locale: string;
};

/** A message to the operator, with a link to answer it by mail. */
export function MessagePanel({
  message: { name, email, subject, message, locale },
}: {
  message: ContactMessage;
}) {
  const { t } = usePage();
  const answer = `mailto:${encodeURIComponent(email).replace("%40", "@")}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
  return (
    <section className="panel stack stack--tight">
      <p className="pre-line ledger-word" lang={locale}>
        {message}
      </p>
      <p className="entry__meta ledger-word">
        {name}, <a href={answer}>{email}</a> · {t("follow-up.answerByMail")}
      </p>
    </section>
  );
}
