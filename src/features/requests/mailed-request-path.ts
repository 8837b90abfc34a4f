import { paths } from "@/shared/paths";

/**
 * The path of a request in mails, by way of the sign-in: without a session, the request itself is an unknown page. A
 * signed-in reader gets to it directly.
 */
export const toMailedRequestPath = (id: string): string => paths.signIn({ next: paths.request(id) });
