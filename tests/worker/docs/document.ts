import { app, expectStatus } from "../../helpers/app";

type Header = { required?: boolean; description?: string };
type Schema = { type?: string; description?: string; properties?: Record<string, Schema> };
type Content = Record<string, { schema?: Schema }>;
type Answer = { description?: string; headers?: Record<string, Header>; content?: Content };
export type Operation = {
  operationId: string;
  tags: string[];
  summary?: string;
  security: object[];
  parameters?: { name: string; description?: string }[];
  requestBody?: { content?: Content };
  responses: Record<string, Answer>;
};
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};

let document: Document | undefined;

/** Reads the document once for all test files, so that each of its schemas is compiled once. */
export async function readDocument(): Promise<Document> {
  if (!document) {
    const answer = await expectStatus(app.get("/openapi.json"), 200);
    document = (await answer.json()) as Document;
  }
  return document;
}

/** "METHOD /template" of every call of a tag, or of all. */
export const listCalls = ({ paths }: Document, tag?: string): string[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tag === undefined || tags.includes(tag))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
