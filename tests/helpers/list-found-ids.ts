import { app } from "./app";

/** The ids of the listings that a search finds, promoted ones included; not of those that miss a filter. */
export async function listFoundIds(query: string): Promise<string[]> {
  const found = (await (await app.get(`/api/listings?${query}`)).json()) as {
    content: { _id: string }[];
    promoted: { _id: string }[];
  };
  return [...found.content, ...found.promoted].map(({ _id }) => _id);
}
