/**
 * Sends a form and reads the page that answers it, wherever it led.
 * @throws when that is no page of the editor, as for somebody who is signed out
 */
export async function fetchPage(address: string, body: FormData, signal?: AbortSignal): Promise<Document> {
  const answer = await fetch(address, { method: "POST", body, ...(signal ? { signal } : {}) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!page.querySelector("form[data-editor]")) throw new Error(`no editor, but ${answer.status}`);
  page.documentElement.dataset.address = answer.redirected ? answer.url : "";
  return page;
}
