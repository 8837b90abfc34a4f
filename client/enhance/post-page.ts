/**
 * Sends a form and reads the page that answers it, after redirects.
 * @throws when the answer is no page of the editor, for example once the user is signed out
 */
export async function fetchPage(address: string, body: FormData, signal?: AbortSignal): Promise<Document> {
  const answer = await fetch(address, { method: "POST", body, ...(signal ? { signal } : {}) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!page.querySelector("form[data-editor]")) throw new Error(`no editor, but ${answer.status}`);
  page.documentElement.dataset.address = answer.redirected ? answer.url : "";
  return page;
}
