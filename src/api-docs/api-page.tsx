import { Fragment } from "react";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { type ApiDocument, getComponentName, type JsonSchema, type Operation } from "./openapi";

/** The OpenAPI document as the content of a page. */
export function ApiPage({ document: { info, tags, paths: calls, components } }: { document: ApiDocument }) {
  const operations = Object.entries(calls).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const chapters = tags.map((tag) => ({
    ...tag,
    calls: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const contents = (
    <ul className="api-contents__chapters">
      {chapters.map((chapter) => (
        <li key={chapter.name}>
          <a href={`#tag-${chapter.name}`}>{chapter["x-displayName"]}</a>
          <ul className="api-contents__calls">
            {chapter.calls.map(({ method, operation }) => (
              <li key={operation.operationId}>
                <a href={`#${operation.operationId}`}>
                  <Method method={method} /> {operation.summary}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
      <li>
        <a href="#objects">Objects</a>
      </li>
    </ul>
  );
  return (
    <>
      <header className="page-head">
        <h1>API</h1>
        {info.description.split("\n\n").map((paragraph) => (
          <p key={paragraph}>
            <Text text={paragraph} />
          </p>
        ))}
        <div>
          <LinkButton href={paths.openApi()} variant="secondary">
            openapi.json (OpenAPI 3.1)
          </LinkButton>
        </div>
      </header>
      <div className="api">
        <details className="api-contents api-contents--folded">
          <summary>Contents</summary>
          {contents}
        </details>
        <nav className="api-contents api-contents--aside" aria-label="Contents">
          {contents}
        </nav>
        <div className="api__text">
          {chapters.map((chapter) => (
            <section className="api-chapter" id={`tag-${chapter.name}`} key={chapter.name}>
              <h2>{chapter["x-displayName"]}</h2>
              <p className="muted">{chapter.description}</p>
              {chapter.calls.map((call) => (
                <Call key={call.operation.operationId} {...call} />
              ))}
            </section>
          ))}
          <section className="api-chapter" id="objects">
            <h2>Objects</h2>
            <p className="muted">Objects that several calls accept or return.</p>
            {Object.entries(components.schemas).map(([name, schema]) => (
              <article className="api-call" id={name} key={name}>
                <h3 translate="no">{name}</h3>
                <Fields fields={listFields(schema)} />
              </article>
            ))}
          </section>
        </div>
      </div>
    </>
  );
}

function Call({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const { operationId, summary, description = "", parameters = [], requestBody, responses } = operation;
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const names = operation.security.map((scheme) => Object.keys(scheme)[0] ?? "none").join(" or ");
  return (
    <article className="api-call" id={operationId}>
      <h3>{summary}</h3>
      <p className="api-call__line" translate="no">
        <Method method={method} /> <code>{path}</code>
      </p>
      <p>
        <Text text={description} />
      </p>
      <p className="api-call__who">Authentication: {names}</p>
      {parameters.length > 0 && <h4>Parameters</h4>}
      <Fields fields={parameters} />
      {bodyType && <h4>Body: {bodyType}</h4>}
      {body?.schema && <Fields fields={listFields(body.schema)} />}
      <h4>Responses</h4>
      <dl className="api-answers">
        {Object.entries(responses).map(([status, response]) => {
          const [type, content] = Object.entries(response.content ?? {})[0] ?? [];
          return (
            <div className="api-answers__row" key={status}>
              <dt className={`api-status api-status--${status[0]}`}>{status}</dt>
              <dd>
                <Text text={response.description} />{" "}
                {content?.schema ? <Type schema={content.schema} /> : type}
                {content?.schema && <Fields fields={listFields(content.schema)} />}
                {Object.entries(response.headers ?? {}).map(([name, header]) => (
                  <p className="api-answers__header" key={name}>
                    <code>{name}</code> {header.description}
                  </p>
                ))}
              </dd>
            </div>
          );
        })}
      </dl>
    </article>
  );
}

const Method = ({ method }: { method: string }) => (
  <span className={`api-method api-method--${method}`}>{method.toUpperCase()}</span>
);

type Field = { name: string; required: boolean; description?: string; schema: JsonSchema };

/** The fields of an object and of its nested objects, by path such as `errors[].code`. */
function listFields({ properties = {}, required = [] }: JsonSchema, prefix = ""): Field[] {
  return Object.entries(properties).flatMap(([key, { description = "", ...schema }]) => {
    const name = prefix + key;
    const element = schema.items ?? schema;
    const nested = [element, ...(element.anyOf ?? [])].find((option) => option.properties) ?? {};
    const field = { name, required: required.includes(key), description, schema };
    return [field, ...listFields(nested, `${name}${schema.items ? "[]" : ""}.`)];
  });
}

function Fields({ fields }: { fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className="api-fields">
      {fields.map(({ name, required, description = "", schema }) => (
        <div className="api-fields__row" key={name}>
          <dt className="api-fields__name">
            <code translate="no">{name}</code>
            <span className="api-fields__presence">{required ? "" : "optional"}</span>
          </dt>
          <dd className="api-fields__type">
            <Type schema={schema} />
          </dd>
          <dd>
            <Text text={description} />
            <p className="api-fields__limits">{listLimits(schema).join(" · ")}</p>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const LIMITS = [
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "enum",
  "const",
] as const;

const listLimits = (schema: JsonSchema): string[] =>
  [schema, ...(schema.items ? [schema.items] : [])].flatMap((limited) =>
    LIMITS.filter((name) => name in limited).map((name) => `${name}: ${[limited[name]].flat().join(", ")}`),
  );

function Type({ schema }: { schema: JsonSchema }) {
  const component = getComponentName(schema);
  if (component) return <a href={`#${component}`}>{component}</a>;
  if (schema.items) {
    return (
      <>
        list of <Type schema={schema.items} />
      </>
    );
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (!alternatives) return [schema.format ?? schema.type ?? ""].flat().join(" or ");
  return alternatives.map((alternative, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the alternatives keep their order
    <Fragment key={index}>
      {index > 0 && " or "}
      <Type schema={alternative} />
    </Fragment>
  ));
}

/** Text with code in `backquotes`. */
const Text = ({ text }: { text: string }) =>
  text.split("`").map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
