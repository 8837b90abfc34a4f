/** Sends a form without leaving the page. @throws unless the answer is a redirect, as after a success */
export async function postForm(action: string, data: FormData): Promise<void> {
  const body = new URLSearchParams([...data].map(([name, value]) => [name, String(value)]));
  const response = await fetch(action, { method: "POST", body, redirect: "manual" });
  if (response.type !== "opaqueredirect") throw new Error(`${action}: ${response.status}`);
}
