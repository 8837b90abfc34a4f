import { paths } from "@/shared/paths";
import { anchors } from "./anchors";
import { CodeBlock } from "./code-block";
import { FormattedText } from "./formatted-text";

export const GUIDE_TITLE = "Getting started";

const TEXTS = {
  json: 'Requests and responses are JSON in UTF-8 unless a call says otherwise. A single object is returned as `{"content": {…}}`, a list as `{"content": […]}`. Names are in snake_case, IDs are opaque strings, amounts are whole bani, and times are UTC. Unknown fields are ignored. Paths that begin with `/ro` return messages in Romanian.',
  auth: "Request an access token with your email address and password, and send it with every call. It is valid for five minutes.",
  refresh:
    "The response also sets a cookie. `POST /auth/users/refresh` uses it to return the next token. Each refresh replaces the cookie, and using an old one ends the session. Calls authenticated by the cookie must come from this site, according to the `Origin` header.",
  errors:
    "Errors are `application/problem+json` (RFC 9457). `title` is the error code, `detail` a human-readable description. Include the `request_id` when you contact us. `errors` lists errors of single fields. The object:",
  limits:
    "The API returns 429 if a rate limit is exceeded and 503 if the server is busy. `Retry-After` contains the number of seconds to wait.",
  idempotency:
    "Calls that create an object accept an `Idempotency-Key` of your choice. A repeated call with the same key and body returns the first response and creates nothing.",
};

/** Base URL, authentication, errors and limits. */
export function Guide({ base }: { base: string }) {
  return (
    <section className="api-guide" id={anchors.guide}>
      <h2>{GUIDE_TITLE}</h2>
      <p>
        All URLs begin with <code>{base}</code>
      </p>
      <p>
        <FormattedText text={TEXTS.json} />
      </p>

      <h3>Authentication</h3>
      <p>
        <FormattedText text={TEXTS.auth} />
      </p>
      <CodeBlock>{firstSteps(base)}</CodeBlock>
      <p>
        <FormattedText text={TEXTS.refresh} />
      </p>

      <h3>Errors</h3>
      <p>
        <FormattedText text={TEXTS.errors} /> <a href={`#${anchors.shape("Problem")}`}>Problem</a>
      </p>
      <CodeBlock>{PROBLEM}</CodeBlock>

      <h3>Limits and repeated calls</h3>
      <p>
        <FormattedText text={TEXTS.limits} />
      </p>
      <p>
        <FormattedText text={TEXTS.idempotency} />
      </p>
    </section>
  );
}

/** Commands that sign in, store the token in a variable and read the account. */
const firstSteps = (base: string) => `TOKEN=$(curl -s '${base}${paths.authToken()}' -c cookies.txt \\
  --data-urlencode 'username=ioana@example.ro' \\
  --data-urlencode 'password=trei culori cunosc' | jq -r .access_token)

curl '${base}${paths.authMe()}' -H "Authorization: Bearer $TOKEN"`;

const PROBLEM = JSON.stringify(
  {
    type: "urn:catedra:invalid",
    title: "invalid",
    status: 422,
    detail: "Please correct the marked fields",
    request_id: "9c6f0a52b7d14e38",
    errors: [{ field: "password", code: "too_short", message: "At least 8 characters" }],
  },
  null,
  2,
);
