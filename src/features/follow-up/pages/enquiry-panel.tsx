import type { UnansweredEnquiry } from "@/features/enquiries";
import { formatDateTime, formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { formatPhone } from "@/shared/phone";
import { DescriptionList } from "@/ui/description-list";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";

/** Both sides of an unanswered message, and the mails that its teacher got. */
export function EnquiryPanel({
  id,
  enquiry: { teacher, phone, learner, guestName, remindedTs, mails, nextReminderTs },
  run,
}: {
  id: string;
  enquiry: UnansweredEnquiry;
  /** In a run through all tasks, the next task follows. */
  run: string;
}) {
  const { t, url, locale } = usePage();
  const toLink = (person: UnansweredEnquiry["teacher"] | UnansweredEnquiry["learner"]) =>
    person && (
      <a href={url(paths.adminUser(person.id, { task: `enquiries_unanswered:${id}`, run }))}>
        {formatFullName(person)}
      </a>
    );
  return (
    <section className="panel stack">
      <DescriptionList
        items={[
          { term: t("follow-up.enquiry.teacher"), details: toLink(teacher) },
          phone
            ? {
                term: t("general.fields.phone_number"),
                details: <a href={`tel:${phone}`}>{formatPhone(phone)}</a>,
              }
            : null,
          { term: t("follow-up.enquiry.learner"), details: toLink(learner) ?? guestName },
          remindedTs !== null && {
            term: t("follow-up.enquiry.reminded"),
            details: <Time ts={remindedTs} clock />,
          },
          ...mails.map((mail) => ({
            key: mail.id,
            term: t(`follow-up.enquiry.mails.${mail.state}`),
            details: (
              <>
                {mail.subject} · <Time ts={mail.createdTs} clock />
              </>
            ),
          })),
        ]}
      />
      <p className="small">{t("follow-up.enquiry.help")}</p>
      {nextReminderTs === null ? null : (
        <p className="small muted">
          {t("follow-up.enquiry.later", { time: formatDateTime(nextReminderTs, locale) })}
        </p>
      )}
    </section>
  );
}
