import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { usePage } from "./page-context";

type LinkedUser = { id: string } & ({ name: string } | Parameters<typeof formatFullName>[0]);

/** The name of a user, which leads admins to the page of that user. */
export function UserLink({ user }: { user: LinkedUser }) {
  const { url } = usePage();
  const name = "name" in user ? user.name : formatFullName(user);
  return <a href={url(paths.adminUser(user.id))}>{name}</a>;
}
