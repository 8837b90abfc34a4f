import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import { anchors } from "./anchors";
import { CodeBlock } from "./code-block";
import { Words } from "./words";

/** What one has to know before the first call: where, as whom, and what a refusal looks like. */
export function Guide({ base }: { base: string }) {
  const { t } = usePage();
  return (
    <section className="api-guide" id={anchors.guide}>
      <h2>{t("docs.guide.title")}</h2>
      <p>
        {t("docs.guide.base")} <code className="api-guide__base">{base}</code>
      </p>
      <p>
        <Words text={t("docs.guide.json")} />
      </p>

      <h3>{t("docs.guide.authTitle")}</h3>
      <p>
        <Words text={t("docs.guide.auth")} />
      </p>
      <CodeBlock>{firstSteps(base)}</CodeBlock>
      <p>
        <Words text={t("docs.guide.refresh")} />
      </p>

      <h3>{t("docs.guide.errorsTitle")}</h3>
      <p>
        <Words text={t("docs.guide.errors")} /> <a href={`#${anchors.shape("Problem")}`}>Problem</a>
      </p>
      <CodeBlock>{PROBLEM}</CodeBlock>

      <h3>{t("docs.guide.limitsTitle")}</h3>
      <p>
        <Words text={t("docs.guide.limits")} />
      </p>
      <p>
        <Words text={t("docs.guide.idempotency")} />
      </p>
    </section>
  );
}

/** Signs in, keeps the token in a variable and asks who one is. */
const firstSteps = (base: string) => `TOKEN=$(curl -s '${base}${paths.authToken()}' -c cookies.txt \\
  --data-urlencode 'username=ioana@example.ro' \\
  --data-urlencode 'password=trei culori cunosc' | jq -r .access_token)

curl '${base}${paths.authMe()}' -H "Authorization: Bearer $TOKEN"`;

const PROBLEM = JSON.stringify(
  {
    type: "urn:catedra:invalid",
    title: "invalid",
    status: 422,
    detail: "Please correct what is marked",
    request_id: "9c6f0a52b7d14e38",
    errors: [{ field: "password", code: "too_short", message: "At least 8 characters" }],
  },
  null,
  2,
);
