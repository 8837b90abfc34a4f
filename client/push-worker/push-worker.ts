// The service worker. It shows push messages and opens their pages; it caches nothing and intercepts no requests.

declare const self: ServiceWorkerGlobalScope;

/** As `queuePushStatement` writes it. */
type PushMessage = { title: string; body: string; path: string };

self.addEventListener("push", (event) => {
  if (!event.data) return;
  const { title, body, path } = event.data.json() as PushMessage;
  // A message about the same page replaces the one before it.
  const options = { body, tag: path, data: path, icon: "/icons/192.png" };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(new URL(event.notification.data as string, location.origin).href));
});

/** Focuses the page if it is open, else opens it. */
async function openPage(url: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((client) => client.url === url);
  await (page ? page.focus() : self.clients.openWindow(url));
}

export {};
