import { paths } from "@/shared/paths";
import { anchors } from "./anchors";
import { CodeBlock } from "./code-block";
import { Words } from "./words";

export const GUIDE_TITLE = "Before the first call";

const TEXTS = {
  json: 'Bodies and answers are JSON in UTF-8 unless a call says otherwise. One thing comes as `{"content": {…}}`, several as `{"content": […]}`. Names are snake_case, ids are opaque texts, money is whole bani, times are UTC. Unknown fields are ignored. With `/ro` in front of the path, messages come in Romanian.',
  auth: "Ask for an access token with your e-mail address and password, and send it along with every call. It is good for five minutes.",
  refresh:
    "The answer also sets a cookie, with which `POST /auth/users/refresh` gives the next token. Each refresh replaces the cookie; using an old one ends the session. Calls that the cookie authenticates must come from this site, which the Origin header shows.",
  errors:
    "Every refusal is `application/problem+json` (RFC 9457). Its `title` is a fixed code, its `detail` a sentence for people; with the `request_id` we find what happened. Errors of single fields are in `errors`. The shape:",
  limits:
    "Too many requests are answered with 429, and a busy server answers 503; both say in `Retry-After` how many seconds to wait.",
  idempotency:
    "Calls that create something take an `Idempotency-Key` of your choice. Sent again with the same key and body, they answer the same as the first time and create nothing twice.",
};

/** What a caller needs to know before the first call: the base, authentication, errors, limits. */
export function Guide({ base }: { base: string }) {
  return (
    <section className="api-guide" id={anchors.guide}>
      <h2>{GUIDE_TITLE}</h2>
      <p>
        All calls begin with <code className="api-guide__base">{base}</code>
      </p>
      <p>
        <Words text={TEXTS.json} />
      </p>

      <h3>Authentication</h3>
      <p>
        <Words text={TEXTS.auth} />
      </p>
      <CodeBlock>{firstSteps(base)}</CodeBlock>
      <p>
        <Words text={TEXTS.refresh} />
      </p>

      <h3>When a call is refused</h3>
      <p>
        <Words text={TEXTS.errors} /> <a href={`#${anchors.shape("Problem")}`}>Problem</a>
      </p>
      <CodeBlock>{PROBLEM}</CodeBlock>

      <h3>Limits and repeated calls</h3>
      <p>
        <Words text={TEXTS.limits} />
      </p>
      <p>
        <Words text={TEXTS.idempotency} />
      </p>
    </section>
  );
}

/** Signs in, keeps the token in a variable and reads the own account. */
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
