type Extension = { runtime?: { id?: string } };

/** Whether Google's tag works here: cookies and IndexedDB are there, and the page is none of a browser's extension. */
export async function isTagSupported(view: Window): Promise<boolean> {
  const { chrome, browser } = view as Window & { chrome?: Extension; browser?: Extension };
  if ((chrome ?? browser)?.runtime?.id !== undefined || !/^https?:$/.test(view.location.protocol))
    return false;
  return view.navigator.cookieEnabled && (await opensDatabases(view));
}

const PROBE = "tag-probe";

/** There are browsers that have IndexedDB and refuse to open any, as in private windows. */
function opensDatabases(view: Window): Promise<boolean> {
  return new Promise((answer) => {
    try {
      const request = view.indexedDB.open(PROBE);
      request.onsuccess = () => {
        request.result.close();
        view.indexedDB.deleteDatabase(PROBE);
        answer(true);
      };
      request.onerror = () => answer(false);
    } catch {
      answer(false);
    }
  });
}
