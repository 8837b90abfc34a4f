import { countyName } from "@/shared/codes";
import { formatLearner, toLearner } from "@/shared/format-learner";
import { formatSlots } from "@/shared/format-slot";
import { DescriptionList } from "@/ui/description-list";
import { toLangAttribute } from "@/ui/lang-attribute";
import { Money } from "@/ui/money";
import { usePage } from "@/ui/page-context";
import type { LearnerRequest } from "./queries";

/** What a request says, without its author. */
export function RequestFacts({ request }: { request: LearnerRequest }) {
  const { t, locale } = usePage();
  const { subject, level, county, online, availability, maxPrice, text } = request;
  const learner = toLearner(request);
  return (
    <DescriptionList
      items={[
        {
          term: t("requests.fields.subject"),
          details: `${t(`general.subjects.${subject}`)}, ${t(`general.levels.${level}`)}`,
        },
        {
          term: t("requests.fields.place"),
          details: [county ? countyName(county) : "", online ? t("requests.online") : ""]
            .filter(Boolean)
            .join("; "),
        },
        {
          term: t("requests.fields.availability"),
          details: formatSlots(t, availability) || t("requests.anyTime"),
        },
        {
          term: t("requests.fields.maxPrice"),
          details: maxPrice === null ? t("requests.noMaxPrice") : <Money bani={maxPrice} />,
        },
        { term: t("requests.fields.learner"), details: learner && formatLearner(t, learner) },
        {
          term: t("requests.fields.text"),
          details: text && (
            <span className="pre-line" lang={toLangAttribute(request.locale, locale)}>
              {text}
            </span>
          ),
        },
      ]}
    />
  );
}
