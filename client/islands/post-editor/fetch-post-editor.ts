import type { PostEditorProps } from "./post-editor";

/** The editor's page as the server answered with it. */
type PostEditorAnswer = {
  props: PostEditorProps;
  /** The document's title. */
  title: string;
  /** Path after a redirect, as after a save; null without one. */
  redirectedTo: string | null;
};

/**
 * Submits the editor's form and reads the page that answers.
 * @throws when the answer is another page, for example once the user is signed out
 */
export async function fetchPostEditor(
  action: string,
  body: FormData,
  signal?: AbortSignal,
): Promise<PostEditorAnswer> {
  const response = await fetch(action, { method: "POST", body, signal });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const json = page.querySelector('[data-island="post-editor"] > script[type="application/json"]');
  if (!json?.textContent) throw new Error(`no post editor in the answer: ${response.status}`);
  return {
    props: JSON.parse(json.textContent).props,
    title: page.title,
    redirectedTo: response.redirected ? new URL(response.url).pathname : null,
  };
}
